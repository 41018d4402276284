package config

import "testing"

func TestLoadReadsTheFile(t *testing.T) {
	t.Setenv("CONFIG", "testdata/one.yaml")
	if _, err := Load(); err != nil {
		t.Fatal(err)
	}
}
