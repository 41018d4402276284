pub struct Square(pub f64);

impl Square {
    pub fn area(&self) -> f64 {
        self.0 * self.0
    }
}
