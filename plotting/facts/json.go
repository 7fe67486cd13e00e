package facts

import (
	"bytes"
	"encoding/json"
	"math"

	"example.org/espalier/inference/safe"
)

// A Number is a float64 that JSON shows as null if it is not finite.
type Number float64

// Unknown is a number that JSON shows as null.
var Unknown = Number(math.NaN())

// MarshalJSON implements json.Marshaler.
func (x Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(x))
}

// Numbers returns numbers for JSON.
func Numbers(x []float64) []Number {
	out := make([]Number, len(x))
	for i, v := range x {
		out[i] = Number(v)
	}
	return out
}

// MarshalJSON implements json.Marshaler.
func (l List) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, f := range l {
		if f.Key == "" {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(f.Key)
		if err != nil {
			return nil, err
		}
		value := f.Value
		if x, ok := value.(float64); ok {
			value = Number(x)
		}
		b.Write(name)
		b.WriteByte(':')
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Encode returns indented JSON in which lists of numbers stay on one line.
func Encode(v any) ([]byte, error) {
	var plain bytes.Buffer
	e := json.NewEncoder(&plain)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, plain.Bytes(), "", "  "); err != nil {
		return nil, err
	}
	return safe.JSON(flatten(out.Bytes())), nil
}

// flatten joins the lines of lists that hold no objects and no lists. text is
// indented JSON.
func flatten(text []byte) []byte {
	out := make([]byte, 0, len(text))
	inString := false
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case inString && b == '\\':
			out = append(out, b, text[i+1])
			i++
			continue
		case b == '"':
			inString = !inString
		case b == '[' && !inString:
			if end := plainList(text[i:]); end > 0 {
				out = append(out, joinLines(text[i:i+end])...)
				i += end - 1
				continue
			}
		}
		out = append(out, text[i])
	}
	return out
}

// plainList returns the length of the list that text begins with, 0 if there is a
// list or object in it.
func plainList(text []byte) int {
	inString := false
	for i := 1; i < len(text); i++ {
		switch b := text[i]; {
		case inString && b == '\\':
			i++
		case b == '"':
			inString = !inString
		case inString:
		case b == '[' || b == '{':
			return 0
		case b == ']':
			return i + 1
		}
	}
	return 0
}

// joinLines takes line ends and indents out of a list, outside of strings (which
// hold no line ends in JSON).
func joinLines(list []byte) []byte {
	lines := bytes.Split(list, []byte("\n"))
	var out []byte
	for i, line := range lines {
		line = bytes.TrimLeft(line, " ")
		if i > 1 && i < len(lines)-1 {
			out = append(out, ' ')
		}
		out = append(out, line...)
	}
	return out
}
