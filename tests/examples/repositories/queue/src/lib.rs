//! A queue that never holds more than it may.

use std::collections::VecDeque;

pub enum Outcome {
    Taken,
    Full,
}

pub struct Queue<T> {
    items: VecDeque<T>,
    limit: usize,
}

impl<T> Queue<T> {
    pub fn new(limit: usize) -> Self {
        Queue {
            items: VecDeque::new(),
            limit,
        }
    }

    pub fn push(&mut self, item: T) -> Outcome {
        if self.items.len() == self.limit {
            return Outcome::Full;
        }
        self.items.push_back(item);
        Outcome::Taken
    }

    pub fn pop(&mut self) -> Option<T> {
        self.items.pop_front()
    }
}

pub fn told(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Taken => "taken",
        Outcome::Full => "full",
    }
}
