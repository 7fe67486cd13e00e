// Package stagetest plays teaching stages in tests.
package stagetest

import (
	"testing"

	"example.org/espalier/plotting/teach/stage"
)

// Opened returns the course of a stage under settings, "name", "value", …; it fails the test where they are refused.
func Opened[S any](t *testing.T, s stage.Stage, seed uint64, set ...string) *stage.Course[*S] {
	t.Helper()
	settings := s.Defaults()
	for i := 0; i < len(set); i += 2 {
		if err := settings.Set(set[i], set[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	p, err := s.New(stage.Options{Settings: settings, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return p.(*stage.Course[*S])
}

// Played returns the state at the end of the course.
func Played[S any](t *testing.T, s stage.Stage, seed uint64, set ...string) *S {
	t.Helper()
	c := Opened[S](t, s, seed, set...)
	for range c.Steps() {
		if err := c.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return c.State
}
