package recipe

// A Kind is one of steps.
type Kind struct {
	Name string // as it is written
	// Title names it in a menu, Tip says in a sentence what it does.
	Title, Tip string
	// Example is the step as one would write it.
	Example string
	// Sided kinds look at samples, which are the rows unless the step says "@columns".
	Sided bool
	// Rows says that the result of a cell depends on the rest of its row.
	Rows bool
	// Choices are usual arguments, for a menu; nil where the kind takes none.
	Choices []Choice
	// Takes is the argument that the user gives.
	Takes Takes

	// turned names the kind that does the same to the table turned the other way, "" for the same kind.
	turned string
	// read recognises a step that is not written as name and argument; nil for those that are.
	read func(item string) (argument string, is bool)
	make func(argument string) (work, error)
}

// A Choice is a usual argument of a kind.
type Choice struct{ Argument, Title, Tip string }

// Takes is the kind of argument of a step.
type Takes int

const (
	Nothing     Takes = iota
	OneChoice         // one of the choices
	ANumber           // a number
	AFormula          // a logarithm with its offset, and perhaps columns
	Annotations       // names of annotations, and perhaps those to keep
)

// A work carries out a step, and learns parameters for new rows.
type work interface {
	// argument writes the argument in its one form.
	argument() string
	// words describes the step, for captions.
	words() string
	// fit does it to a table, which it leaves as it is.
	fit(t Table) (Table, learnt, error)
}

// A learnt prepares new rows as those were from which it learnt. Columns of the new table are those of the old one.
type learnt interface {
	apply(t Table) (Table, error)
}

// Kinds are all steps, in the order of a menu.
var Kinds = []Kind{
	countsKind,
	logKind,
	asinhKind,
	clrKind,
	ilrKind,
	rankNormalKind,
	yeoJohnsonKind,
	quantileKind,
	centreRowsKind,
	polishKind,
	removeKind,
	combatKind,
	floorKind,
	ceilingKind,
	missingKind,
	imputeKind,
	topColumnsKind,
	topRowsKind,
	centreKind,
	scaleKind,
	scaleAllKind,
}

func kindNamed(name string) *Kind {
	for i := range Kinds {
		if Kinds[i].Name == name {
			return &Kinds[i]
		}
	}
	return nil
}
