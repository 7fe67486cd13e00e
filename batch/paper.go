package batch

import (
	"regexp"
	"strconv"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
)

// A paper is how figures are sized and set for print.
type paper struct {
	size    plotting.Size
	sized   bool // else each figure has its own size
	grows   bool // as high as the legends need
	printed plotting.Printed
}

// of returns the figure of a plate and its size on this paper.
func (k paper) of(p depict.Plate, s plotting.Style) (plotting.Figure, plotting.Size) {
	figure, size := plotting.InStyle(p.Figure, k.printed.Style(p.Style(s))), p.Size
	if k.sized {
		size = k.size
	}
	if size = k.printed.Sized(size); k.grows {
		size = size.GrownFor(figure)
	}
	return figure, size
}

var sizePattern = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?)\s*[x×]\s*([0-9]+(?:\.[0-9]+)?)\s*(?:mm)?$`)

// The least and greatest side of a figure, in mm.
const (
	leastSide = 10
	mostSide  = 2000
)

// paper returns the paper that --preset, --size and --print ask for.
func (c *figureFlags) paper() (k paper, err error) {
	if c.Preset != "" {
		p, ok := plotting.PresetNamed(c.Preset)
		if !ok {
			return k, usage("--preset %s: there is no such preset; they are %s", c.Preset, presetNames())
		}
		k = paper{p.Size, true, true, p.Printed}
	}
	if len(c.Printed) > 0 && c.Preset == "" {
		k.printed = plotting.UsualPrinted()
	}
	for _, part := range c.Printed {
		if err := setPrinted(&k.printed, part); err != nil {
			return k, err
		}
	}
	if c.Size == "" {
		return k, nil
	}
	m := sizePattern.FindStringSubmatch(strings.TrimSpace(c.Size))
	if m == nil {
		return k, usage("--size %s: give width and height in mm, such as 85x120mm", c.Size)
	}
	width, _ := strconv.ParseFloat(m[1], 64) // of the pattern
	height, _ := strconv.ParseFloat(m[2], 64)
	if min(width, height) < leastSide || max(width, height) > mostSide {
		return k, usage("--size %s: give sides of %d to %d mm", c.Size, leastSide, mostSide)
	}
	dpi := 300
	if k.sized {
		dpi = k.size.DPI
	}
	k.size, k.sized, k.grows = plotting.Size{WidthMM: width, HeightMM: height, DPI: dpi}, true, false
	return k, nil
}

// setPrinted reads one size of --print.
func setPrinted(p *plotting.Printed, part string) error {
	name, text, _ := strings.Cut(part, "=")
	for _, s := range p.Sizes() {
		if s.Name != strings.TrimSpace(name) {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || s.Check(x) != nil {
			return usage("--print %s: %s is from %g to %g %s", part, s.Name, s.Least, s.Most, s.Unit)
		}
		*s.Value = x
		return nil
	}
	var names []string
	for _, s := range p.Sizes() {
		names = append(names, s.Name)
	}
	return usage("--print %s: give NAME=SIZE with one of the names %s", part, strings.Join(names, ", "))
}

func presetNames() string {
	var names []string
	for _, p := range plotting.Presets() {
		names = append(names, p.Key())
	}
	return strings.Join(names, ", ")
}
