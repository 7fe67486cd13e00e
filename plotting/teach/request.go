package teach

import (
	"fmt"
	"strconv"
	"strings"

	"espalier/inference"
)

// A Request is a stage with its settings, as written on a command line.
type Request struct {
	Stage string   // "" is the gallery
	Set   []string // "alpha=3", only what differs from the defaults
	Seed  uint64   // 0 stands for 1
	Step  int      // to which the course is played; 0 is its beginning
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
	if r.Step > 0 {
		b += " --steps " + strconv.Itoa(r.Step)
	}
	return b
}

// Check returns the stage of a request, or an error that says what is wrong with it.
func (r Request) Check() (Stage, error) {
	s, err := Find(r.Stage)
	if err != nil {
		return s, err
	}
	_, err = r.settings(s)
	return s, err
}

// Open makes the course of a request, at its beginning. The error says what is wrong.
func (r Request) Open(data *inference.Dataset) (*Course, error) {
	s, err := Find(r.Stage)
	if err != nil {
		return nil, err
	}
	settings, err := r.settings(s)
	if err != nil {
		return nil, err
	}
	return NewCourse(s, Options{Settings: settings, Seed: max(r.Seed, usualSeed), Data: data})
}

func (r Request) settings(s Stage) (inference.Settings, error) {
	settings := s.Defaults()
	for _, set := range r.Set {
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

// Attempt is one of the things to try: a sentence, and the settings for it.
type Attempt struct {
	Text string
	Set  [][2]string // name and value, in their order
	Seed uint64      // 0: as it is
}

// Tries returns the things to try of a stage.
func (s Stage) Tries() ([]Attempt, error) {
	var out []Attempt
	for _, line := range s.Try {
		a, err := s.attempt(line)
		if err != nil {
			return nil, fmt.Errorf("teach: stage %s: %q: %w", s.Name, line, err)
		}
		out = append(out, a)
	}
	return out, nil
}

func (s Stage) attempt(line string) (Attempt, error) {
	text, rest, _ := strings.Cut(line, " --")
	a := Attempt{Text: strings.TrimSpace(text)}
	if rest == "" {
		return a, nil
	}
	settings := s.Defaults()
	words := strings.Fields("--" + rest)
	for i := 0; i+1 < len(words); i += 2 {
		switch words[i] {
		case "--set":
			name, value, _ := strings.Cut(words[i+1], "=")
			if err := settings.Set(name, value); err != nil {
				return a, err
			}
			a.Set = append(a.Set, [2]string{name, value})
		case "--seed":
			seed, err := strconv.ParseUint(words[i+1], 10, 64)
			if err != nil {
				return a, err
			}
			a.Seed = seed
		default:
			return a, fmt.Errorf("%s is neither --set nor --seed", words[i])
		}
	}
	if len(words)%2 != 0 {
		return a, fmt.Errorf("%s has no value", words[len(words)-1])
	}
	return a, nil
}
