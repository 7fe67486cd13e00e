package files

import (
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/read/network"
	"example.org/espalier/views/controls"
)

// The choices of layout. Those of links are ways of package network.
const (
	byProgram  = "of its program"
	asItStands = "as it stands"
)

var (
	asIs = controls.Option{Value: asItStands, Title: asItStands, Note: "The file is read like any other table."}

	programLayouts = []controls.Option{
		{Value: byProgram, Title: byProgram, Note: "Samples, names and annotations are told apart as the " +
			"program that wrote the file names them."}, asIs}

	linkLayouts = []controls.Option{
		{Value: byProgram, Title: "links", Note: "Each line is a link; whether it has a direction is guessed."},
		{Value: string(network.Undirected), Title: "links, undirected", Note: "A link joins two nodes both ways."},
		{Value: string(network.Directed), Title: "links, directed",
			Note: "A link goes from the first node to the second."},
		{Value: string(network.Between), Title: "links of two sorts",
			Note: "The first nodes become rows and the second columns."},
		{Value: string(network.Relations), Title: "links of several relations",
			Note: "A column says of which relation each link is."},
		asIs}
)

// chooseLayout makes the control that reads the file by the layout of its program, as links or as it stands.
func (s *Preview) chooseLayout(p *read.Preview) {
	list := programLayouts
	if p.Listed || p.Options.Links != network.Guess {
		list = linkLayouts
	}
	s.layout = controls.NewPicker(list, "", func(v string) {
		s.options.AsIs, s.options.Links = v == asItStands, network.Guess
		if v != byProgram && v != asItStands {
			s.options.Links = network.Way(v)
		}
		s.options.Header, s.options.RowNames = read.Guess, read.Guess // guesses for the other layout do not hold
		s.look()
	})
}

func (s *Preview) putLayout(o read.Options) {
	if s.layout == nil {
		return
	}
	switch {
	case o.AsIs:
		s.layout.Put(asItStands)
	case o.Links != network.Guess:
		s.layout.Put(string(o.Links))
	default:
		s.layout.Put(byProgram)
	}
}
