package stage

import (
	"fmt"
	"strconv"
	"strings"
)

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
