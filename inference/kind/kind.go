// Package kind holds the one list of kinds of results, and the binary form of a snapshot.
package kind

import (
	"encoding"
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/kind/expected"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/kind/places"
	"example.org/espalier/inference/kind/profile"
	"example.org/espalier/inference/kind/scales"
	"example.org/espalier/inference/kind/scree"
	"example.org/espalier/inference/kind/spectrum"
	"example.org/espalier/inference/kind/trials"
	"example.org/espalier/inference/kind/wire"
	"example.org/espalier/inference/kind/witness"
	"example.org/espalier/inference/pieces"
)

// list holds a line for each form of each kind: the name, the version of the form, and an
// empty value that reads it. The last line of a kind is the form that is written.
var list = []entry{
	{forest.Kind, forest.Version, func() value { return new(forest.Forest) }},
	{factor.Kind, factor.Version, func() value { return new(factor.Factors) }},
	{mixture.Kind, mixture.Version, func() value { return new(mixture.Mixture) }},
	{partition.Kind, 1, func() value { return new(partition.Partition) }},
	{partition.Kind, 2, func() value { return new(partition.Partition) }},
	{partition.Kind, 3, func() value { return new(partition.Partition) }},
	{partition.Kind, partition.Version, func() value { return new(partition.Partition) }},
	{partition.KindOfColumns, 1, func() value { return new(partition.Columns) }},
	{partition.KindOfColumns, partition.VersionOfColumns, func() value { return new(partition.Columns) }},
	{partition.KindOfViews, partition.VersionOfViews, func() value { return new(partition.Views) }},
	{profile.Kind, profile.Version, func() value { return new(profile.Profiles) }},
	{classes.Kind, classes.Version, func() value { return new(classes.Classification) }},
	{trials.Kind, trials.Version, func() value { return new(trials.Trials) }},
	{graph.Kind, 1, func() value { return new(graph.Graph) }},
	{graph.Kind, 2, func() value { return new(graph.Graph) }},
	{graph.Kind, graph.Version, func() value { return new(graph.Graph) }},
	{covariance.Kind, covariance.Version, func() value { return new(covariance.Covariance) }},
	{decision.Kind, 1, func() value { return new(decision.Decisions) }},
	{decision.Kind, decision.Version, func() value { return new(decision.Decisions) }},
	{scree.Kind, scree.Version, func() value { return new(scree.Scree) }},
	{spectrum.Kind, spectrum.Version, func() value { return new(spectrum.Spectrum) }},
	{places.Kind, places.Version, func() value { return new(places.Places) }},
	{expected.Kind, expected.Version, func() value { return new(expected.Cells) }},
	{scales.Kind, scales.Version, func() value { return new(scales.Scales) }},
	{witness.Kind, witness.Version, func() value { return new(witness.Witnesses) }},
}

// A value is a Part that can be read from bytes. What it reads has passed its Check.
type value interface {
	inference.Part
	encoding.BinaryUnmarshaler
}

type entry struct {
	name    string
	version int
	empty   func() value
}

// names returns the names of all kinds.
func names() []string {
	var names []string
	for _, e := range list {
		if !slices.Contains(names, e.name) {
			names = append(names, e.name)
		}
	}
	return names
}

// known returns an error if the kind of a part is not in the list.
func known(p inference.Part) error {
	if slices.Contains(names(), p.Kind()) {
		return nil
	}
	return unknown(p.Kind())
}

func unknown(name string) error {
	return fmt.Errorf("this version of Espalier does not know the kind of result %q; it knows %s", name,
		strings.Join(names(), ", "))
}

// form is a part with its kind, as it is written.
type form struct {
	_       struct{} `cbor:",toarray"`
	Kind    string
	Version int
	Data    []byte
}

// encode appends a part, as a form, to p.
func encode(to *pieces.Bytes, p inference.Part) error {
	for _, e := range slices.Backward(list) {
		if e.name != p.Kind() {
			continue
		}
		data, err := pieces.From(p)
		if err != nil {
			return err
		}
		to.Add(wire.AppendArray(nil, 3))
		if err := add(to, e.name, e.version); err != nil {
			return err
		}
		to.AddString(data)
		return nil
	}
	return unknown(p.Kind())
}

// add appends the forms of some values.
func add(to *pieces.Bytes, values ...any) error {
	for _, v := range values {
		b, err := wire.Marshal(v)
		if err != nil {
			return err
		}
		to.Add(b)
	}
	return nil
}

func (f *form) decode() (inference.Part, error) {
	newest := 0
	for _, e := range list {
		if e.name != f.Kind {
			continue
		}
		if e.version == f.Version {
			v := e.empty()
			return v, v.UnmarshalBinary(f.Data)
		}
		newest = e.version
	}
	if newest == 0 {
		return nil, unknown(f.Kind)
	}
	return nil, fmt.Errorf("the form of %s has version %d, but this Espalier reads version %d: use the Espalier that "+
		"wrote it, or a newer one", f.Kind, f.Version, newest)
}
