package inspect

import (
	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// Evidence returns the lines that tell an estimate of the evidence, none before the first draw.
func Evidence(e inference.EvidenceEstimate) (lines []fyne.CanvasObject) {
	if e.Draws == 0 {
		return nil
	}
	add := func(name, value, tip string) {
		lines = append(lines,
			controls.Row(0, controls.NewText(name, look.SizeBody, look.Muted).Elastic().WithTip(tip), controls.Label(value)))
	}
	text := say.Number(e.Log)
	if e.StandardError == e.StandardError { // it is a number
		text += " ± " + plotting.FormatDigits(e.StandardError, 2)
	}
	add("log evidence", text, "In the model's working units; modes that no draw reaches are not counted")
	add("bound", say.Number(e.Bound), "The lower bound that the fit maximised")
	add("bound is lower by", plotting.FormatDigits(e.Gap(), 3)+" nats", "The log evidence less the bound")
	add("effective draws", plotting.FormatDigits(e.Effective, 3)+" of "+say.Thousands(e.Draws),
		"If there are few, the evidence is underestimated")
	if warning := e.Warning(); warning != "" {
		lines = append(lines, controls.NewParagraph(warning, look.RightWidth-2*look.Margin, look.SizeSmall, look.WarnText))
	}
	return lines
}
