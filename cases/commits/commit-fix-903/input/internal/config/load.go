package config

import "os"

// Load reads the file that CONFIG names.
func Load() ([]byte, error) {
	name := os.Getenv("CONFIG")
	return os.ReadFile(name)
}
