package batch

import (
	"bytes"
	"encoding/json"
	"math"

	"example.org/espalier/inference/safe"
)

// number is a float64 that JSON shows as null if it is not finite.
type number float64

// unknown is a number that JSON shows as null.
var unknown = number(math.NaN())

// MarshalJSON implements json.Marshaler.
func (x number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(x))
}

func numbers(x []float64) []number {
	out := make([]number, len(x))
	for i, v := range x {
		out[i] = number(v)
	}
	return out
}

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		value := m.value
		if x, ok := value.(float64); ok {
			value = number(x)
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

// encode returns indented JSON in which lists of numbers stay on one line.
func encode(v any) ([]byte, error) {
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
