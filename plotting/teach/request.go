package teach

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
)

// A Request is a stage with its settings, as written on a command line.
type Request struct {
	Stage string   // "" is the gallery
	Set   []string // "alpha=3", only differences from the defaults
	Seed  uint64   // 0 stands for 1
	Step  int      // to which the course is played; 0 is its beginning
	// Points take the place of the stage's own ones, as [ParsePoints] reads them; "" for those.
	Points string
	Marked int // the point to be marked, from 1; 0 is none
}

// usualSeed is the default seed.
const usualSeed = 1

// Command returns the command line that shows the same picture.
func (r Request) Command() string {
	b := "espalier teach"
	if r.Stage != "" {
		b += " " + r.Stage
	}
	for _, s := range r.Set {
		if strings.ContainsAny(s, " '\"$") {
			s = "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
		}
		b += " --set " + s
	}
	if r.Seed > usualSeed {
		b += " --seed " + strconv.FormatUint(r.Seed, 10)
	}
	if r.Points != "" {
		b += " --points='" + r.Points + "'" // with =, because the first number may be negative
	}
	if r.Step > 0 {
		b += " --steps " + strconv.Itoa(r.Step)
	}
	return b
}

// Check returns the stage of a request, or an error that describes its fault.
func (r Request) Check() (Stage, error) {
	s, err := Find(r.Stage)
	if err != nil {
		return s, err
	}
	if _, err = r.settings(s); err != nil {
		return s, err
	}
	if _, err = r.inner(s); err != nil {
		return s, err
	}
	_, err = r.points(s)
	return s, err
}

// points reads those of the request. Only some stages take any.
func (r Request) points(s Stage) ([]Point, error) {
	points, err := ParsePoints(r.Points)
	if err == nil && points != nil && !s.Movable {
		err = fmt.Errorf("the stage %s has no points to set", s.Name)
	}
	return points, err
}

// Open makes the course of a request, at its beginning. The error describes the fault.
func (r Request) Open(data *inference.Dataset) (*Course, error) {
	s, err := Find(r.Stage)
	if err != nil {
		return nil, err
	}
	settings, err := r.settings(s)
	if err != nil {
		return nil, err
	}
	inner, err := r.inner(s)
	if err != nil {
		return nil, err
	}
	points, err := r.points(s)
	if err != nil {
		return nil, err
	}
	return NewCourse(s,
		Options{Settings: settings, Seed: max(r.Seed, usualSeed), Data: data, Points: points, Marked: r.Marked, Inner: inner})
}

// Sets returns the settings of the request: first, if it has points, the data of the stage that are such points.
func (r Request) Sets(s Stage) []string {
	var list []string
	for _, c := range s.Controls {
		if r.Points != "" && c.Name == "data" && slices.Contains(c.Choices, "points") {
			list = append(list, "data=points")
		}
	}
	for _, set := range r.Set {
		if !isInner(s, set) {
			list = append(list, set)
		}
	}
	return list
}

// isInner reports whether a setting is one of those that [Stage.Inner] names.
func isInner(s Stage, set string) bool {
	name, _, _ := strings.Cut(set, "=")
	return s.Inner != "" && strings.Contains(name, ".")
}

// Inner returns the settings that the control [Stage.Inner] of a stage names, whatever its value.
func (r Request) Inner(s Stage) (list []string) {
	for _, set := range r.Set {
		if isInner(s, set) {
			list = append(list, set)
		}
	}
	return list
}

// inner returns them without the value that they belong to; the error names the first that belongs to another.
func (r Request) inner(s Stage) (list []string, err error) {
	given := r.Inner(s)
	if given == nil {
		return nil, nil
	}
	settings, err := r.settings(s)
	if err != nil {
		return nil, err
	}
	of := settings.Text(s.Inner)
	for _, set := range given {
		inner, ok := strings.CutPrefix(set, of+".")
		if !ok || !strings.Contains(inner, "=") {
			return nil, fmt.Errorf("%s: the %s is %s; write %s.NAME=VALUE", set, s.Inner, of, of)
		}
		list = append(list, inner)
	}
	return list, nil
}

func (r Request) settings(s Stage) (inference.Settings, error) {
	settings := s.Defaults()
	for _, set := range r.Sets(s) {
		name, value, ok := strings.Cut(set, "=")
		if !ok {
			return settings, fmt.Errorf("%s: write NAME=VALUE", set)
		}
		if err := settings.Set(strings.TrimSpace(name), value); err != nil {
			return settings, err
		}
	}
	return settings, nil
}
