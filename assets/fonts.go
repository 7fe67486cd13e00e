package assets

import _ "embed" // the fonts below

// SansRegular and SansBold are the TrueType files of Liberation Sans 2.1.4, the
// typeface of all figures. They are licensed under the SIL Open Font License 1.1,
// see fonts/LICENSE.
var (
	//go:embed fonts/LiberationSans-Regular.ttf
	SansRegular []byte
	//go:embed fonts/LiberationSans-Bold.ttf
	SansBold []byte
)
