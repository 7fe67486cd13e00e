package job

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Places are positions of rows or columns, counted from 0, ascending and without repeats. In JSON
// they are counted from 1 and written as ranges: "1-100,121".
type Places []int

// PlacesOf sorts places, which may come in any order, and removes repeats.
func PlacesOf(places []int) Places {
	p := slices.Clone(Places(places))
	slices.Sort(p)
	return slices.Compact(p)
}

// mostPlaces is how many places a Spec may name.
const mostPlaces = 100_000_000

// String returns the places as they are written in JSON.
func (p Places) String() string {
	var b strings.Builder
	for i := 0; i < len(p); {
		j := i
		for j+1 < len(p) && p[j+1] == p[j]+1 {
			j++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(p[i] + 1))
		if j > i {
			b.WriteByte('-')
			b.WriteString(strconv.Itoa(p[j] + 1))
		}
		i = j + 1
	}
	return b.String()
}

// MarshalJSON implements json.Marshaler.
func (p Places) MarshalJSON() ([]byte, error) { return json.Marshal(p.String()) }

// UnmarshalJSON implements json.Unmarshaler.
func (p *Places) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return fmt.Errorf("places must be text, such as \"1-100,121\"")
	}
	q, err := ParsePlaces(text)
	if err == nil {
		*p = q
	}
	return err
}

// ParsePlaces reads places as String writes them.
func ParsePlaces(text string) (Places, error) {
	p := Places{}
	for _, part := range strings.Split(text, ",") {
		low, high, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			high = low
		}
		a, errA := strconv.Atoi(strings.TrimSpace(low))
		b, errB := strconv.Atoi(strings.TrimSpace(high))
		switch {
		case errA != nil || errB != nil || a < 1 || b < a || b > math.MaxInt32:
			return nil, fmt.Errorf("%q is not a place or a range of places, such as 7 or 1-100", part)
		case len(p) > 0 && a-1 <= p[len(p)-1]:
			return nil, fmt.Errorf("the places %q are not in ascending order at %q", text, part)
		case len(p)+b-a+1 > mostPlaces:
			return nil, fmt.Errorf("there are more than %d places", mostPlaces)
		}
		for i := a - 1; i < b; i++ {
			p = append(p, i)
		}
	}
	return p, nil
}
