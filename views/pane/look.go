package pane

import "example.org/espalier/plotting/depict"

// A Look is what all panes of a mixture share.
type Look = depict.MixtureLook

// LookName is the name of the [Look] among the states of panes.
const LookName = depict.MixturePane
