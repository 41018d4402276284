package shapes

func Largest(shapes []Shape) (Shape, error) {
	var best Shape
	for _, shape := range shapes {
		if best == nil || shape.Area() > best.Area() {
			best = shape
		}
	}
	return best, nil
}

func Sum(shapes []Shape) float64 {
	sum := 0.0
	for _, shape := range shapes {
		sum += shape.Area()
	}
	return sum
}
