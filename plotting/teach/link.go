package teach

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Scheme begins the links to stages: espalier://teach/crp?concentration=5&seed=7&at=40.
const Scheme = "espalier"

// FileEnding is that of files which hold such a link in their first line.
const FileEnding = ".stage"

// linkHost is the host of links to stages.
const linkHost = "teach"

// Names of a link's values that are no controls.
const (
	linkSeed   = "seed"
	linkStep   = "at"
	linkPoints = "places"
)

// Link returns the link that shows the same picture, in the window.
func (r Request) Link() string {
	values := url.Values{}
	for _, set := range r.Set {
		name, value, _ := strings.Cut(set, "=")
		values.Add(name, value)
	}
	if r.Seed > usualSeed {
		values.Set(linkSeed, strconv.FormatUint(r.Seed, 10))
	}
	if r.Points != "" {
		values.Set(linkPoints, r.Points)
	}
	if r.Step > 0 {
		values.Set(linkStep, strconv.Itoa(r.Step))
	}
	return (&url.URL{Scheme: Scheme, Host: linkHost, Path: "/" + r.Stage, RawQuery: values.Encode()}).String()
}

// IsLink reports whether a text is meant as a link to a stage.
func IsLink(text string) bool { return strings.HasPrefix(strings.ToLower(text), Scheme+":") }

// FromLink reads a link to a stage, and checks its request.
func FromLink(text string) (Request, error) {
	text = strings.TrimSpace(text)
	u, err := url.Parse(text)
	if err != nil || !strings.EqualFold(u.Scheme, Scheme) || !strings.EqualFold(u.Host, linkHost) {
		return Request{}, fmt.Errorf("%.80q is no link to a stage, such as %s://%s/crp?concentration=5&seed=7&at=40",
			text, Scheme, linkHost)
	}
	r := Request{Stage: strings.Trim(u.Path, "/")}
	values, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return Request{}, fmt.Errorf("%.80q: what stands after ? cannot be read: %w", text, err)
	}
	stage, err := Find(r.Stage)
	if r.Stage != "" && err != nil {
		return Request{}, err
	}
	for name, list := range values {
		value := list[len(list)-1]
		switch name {
		case linkSeed:
			if r.Seed, err = strconv.ParseUint(value, 10, 64); err != nil {
				return Request{}, fmt.Errorf("seed=%s: a seed is a whole number from 1", value)
			}
		case linkStep:
			if r.Step, err = strconv.Atoi(value); err != nil || r.Step < 0 {
				return Request{}, fmt.Errorf("at=%s: a step is a whole number from 0", value)
			}
		case linkPoints:
			r.Points = value
		}
	}
	for _, c := range stage.Controls { // in the order of the controls, whatever that of the link
		if values.Has(c.Name) {
			r.Set = append(r.Set, c.Name+"="+values.Get(c.Name))
		}
		values.Del(c.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if name == linkSeed || name == linkStep || name == linkPoints {
			continue
		}
		if stage.Inner == "" || !strings.Contains(name, ".") {
			return Request{}, fmt.Errorf("%s: the stage %q has no such control", name, r.Stage)
		}
		for _, value := range values[name] {
			r.Set = append(r.Set, name+"="+value)
		}
	}
	if r.Stage == "" {
		return r, nil
	}
	_, err = r.Check()
	return r, err
}
