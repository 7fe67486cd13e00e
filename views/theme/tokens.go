package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Names of the colours that the toolkit has no name for. Ask for them as for any other.
const (
	Ground      fyne.ThemeColorName = "ground"      // behind cards
	Surface     fyne.ThemeColorName = "surface"     // columns and cards
	Field       fyne.ThemeColorName = "field"       // entries and quiet buttons
	FieldHover  fyne.ThemeColorName = "fieldHover"  // the same under the pointer
	Hairline    fyne.ThemeColorName = "hairline"    // thin lines
	Ink         fyne.ThemeColorName = "ink"         // text
	Muted       fyne.ThemeColorName = "muted"       // quiet text
	Accent      fyne.ThemeColorName = "accent"      // commands
	AccentHover fyne.ThemeColorName = "accentHover" // the same under the pointer
	OnAccent    fyne.ThemeColorName = "onAccent"    // text on it
	Mark        fyne.ThemeColorName = "mark"        // the selection
	MarkText    fyne.ThemeColorName = "markText"    // the same, as text
	Good        fyne.ThemeColorName = "good"        // status dots
	Warn        fyne.ThemeColorName = "warn"
	Bad         fyne.ThemeColorName = "bad"
	GoodText    fyne.ThemeColorName = "goodText" // status, as text
	WarnText    fyne.ThemeColorName = "warnText"
	BadText     fyne.ThemeColorName = "badText"
)

type palette map[fyne.ThemeColorName]color.NRGBA

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

func rgba(hex uint32, a uint8) color.NRGBA {
	c := rgb(hex)
	c.A = a
	return c
}

var light = complete(palette{
	Ground: rgb(0xF5F5F2), Surface: rgb(0xFFFFFF), Field: rgb(0xF5F5F2), FieldHover: rgb(0xECECE8),
	Hairline: rgb(0xE2E2DE), Ink: rgb(0x1F2328), Muted: rgb(0x636B77),
	Accent: rgb(0x2F6B4F), AccentHover: rgb(0x275B43), OnAccent: rgb(0xFFFFFF),
	Mark: rgb(0xC77700), MarkText: rgb(0x9A5C00),
	Good: rgb(0x009E73), Warn: rgb(0xC77700), Bad: rgb(0xB3261E),
	GoodText: rgb(0x007A59), WarnText: rgb(0x9A5C00), BadText: rgb(0xB3261E),

	theme.ColorNameHover:          rgba(0x1F2328, 0x0F),
	theme.ColorNamePressed:        rgba(0x1F2328, 0x1C),
	theme.ColorNameSelection:      rgba(0x2F6B4F, 0x38),
	theme.ColorNameFocus:          rgba(0x2F6B4F, 0x50),
	theme.ColorNameScrollBar:      rgba(0x1F2328, 0x50),
	theme.ColorNameShadow:         rgba(0x000000, 0x24),
	theme.ColorNameDisabled:       rgb(0x8E949D),
	theme.ColorNameDisabledButton: rgb(0xF5F5F2),
})

var dark = complete(palette{
	Ground: rgb(0x16181A), Surface: rgb(0x1E2124), Field: rgb(0x26292D), FieldHover: rgb(0x2F3338),
	Hairline: rgb(0x30343A), Ink: rgb(0xE8E8E4), Muted: rgb(0x9AA1AB),
	Accent: rgb(0x7DBB97), AccentHover: rgb(0x93CBAA), OnAccent: rgb(0x16181A),
	Mark: rgb(0xF0A63A), MarkText: rgb(0xF0A63A),
	Good: rgb(0x55BEA1), Warn: rgb(0xDAA455), Bad: rgb(0xE2837D),
	GoodText: rgb(0x55BEA1), WarnText: rgb(0xDAA455), BadText: rgb(0xE2837D),

	theme.ColorNameHover:          rgba(0xE8E8E4, 0x14),
	theme.ColorNamePressed:        rgba(0xE8E8E4, 0x22),
	theme.ColorNameSelection:      rgba(0x7DBB97, 0x44),
	theme.ColorNameFocus:          rgba(0x7DBB97, 0x60),
	theme.ColorNameScrollBar:      rgba(0xE8E8E4, 0x50),
	theme.ColorNameShadow:         rgba(0x000000, 0x66),
	theme.ColorNameDisabled:       rgb(0x6F767F),
	theme.ColorNameDisabledButton: rgb(0x26292D),
})

// complete gives the toolkit's own names their colours from ours.
func complete(p palette) palette {
	for name, from := range map[fyne.ThemeColorName]fyne.ThemeColorName{
		theme.ColorNameBackground:                  Surface,
		theme.ColorNameButton:                      Field,
		theme.ColorNameError:                       BadText,
		theme.ColorNameForeground:                  Ink,
		theme.ColorNameForegroundOnError:           Surface,
		theme.ColorNameForegroundOnPrimary:         OnAccent,
		theme.ColorNameForegroundOnSuccess:         Surface,
		theme.ColorNameForegroundOnWarning:         Surface,
		theme.ColorNameHeaderBackground:            Field,
		theme.ColorNameHyperlink:                   Accent,
		theme.ColorNameInnerWindowBorder:           Hairline,
		theme.ColorNameInnerWindowBorderInactive:   Hairline,
		theme.ColorNameInputBackground:             Field,
		theme.ColorNameInputBorder:                 Hairline,
		theme.ColorNameMenuBackground:              Surface,
		theme.ColorNameOverlayBackground:           Surface,
		theme.ColorNamePlaceHolder:                 Muted,
		theme.ColorNamePrimary:                     Accent,
		theme.ColorNameSeparator:                   Hairline,
		theme.ColorNameSuccess:                     GoodText,
		theme.ColorNameWarning:                     WarnText,
		fyne.ThemeColorName("scrollBarBackground"): Surface,
	} {
		if _, ok := p[name]; !ok {
			p[name] = p[from]
		}
	}
	return p
}

// Dot is the colour of the dot before a sentence on a success or a failure.
func Dot(bad bool) fyne.ThemeColorName {
	if bad {
		return Bad
	}
	return Good
}
