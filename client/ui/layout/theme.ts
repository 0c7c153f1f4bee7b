import { createTheme, defaultVariantColorsResolver, type VariantColorsResolver } from "@mantine/core";
import { t } from "../../words/made/start";
import dialogClasses from "../feedback/dialog.module.css";
import menuClasses from "../feedback/menu.module.css";
import skeletonClasses from "../feedback/skeleton.module.css";
import inputClasses from "../form/input.module.css";
import segmentedClasses from "../form/segmented.module.css";

/** Mantine computes contrast for light only; our tokens hold a pair for each scheme. */
const variantColorResolver: VariantColorsResolver = (input) => {
	const colors = defaultVariantColorsResolver(input);
	if (input.color === "red" && input.variant === "filled") {
		return { ...colors, background: "var(--bad)", hover: "var(--bad-ink)", color: "var(--bad-fill-ink)" };
	}
	// Mantine's own is white in dark.
	if (input.color === "red" && input.variant === "outline") {
		return { ...colors, border: "1px solid var(--bad)", hover: "var(--bad-soft)", color: "var(--bad-ink)" };
	}
	const isPrimary = input.color === undefined || input.color === input.theme.primaryColor;
	if (!isPrimary) return colors;
	if (input.variant === "filled") {
		return { ...colors, background: "var(--brand-fill)", hover: "var(--brand-fill-hover)", color: "var(--brand-ink)" };
	}
	if (input.variant === "subtle") return { ...colors, hover: "var(--brand-soft)", color: "var(--brand)" };
	return colors;
};

const dialogProps = {
	overlayProps: { backgroundOpacity: 0.4 },
	closeButtonProps: { "aria-label": t("close") },
	// Mantine renders a <header>, which would be a second banner of the page.
	attributes: { header: { role: "presentation" } },
};

/** Mantine's scale with our own grays, so that its parts match tokens.css. */
export const theme = createTheme({
	primaryColor: "cyan",
	primaryShade: { light: 9, dark: 4 },
	variantColorResolver,
	defaultRadius: 8,
	cursorType: "pointer",
	respectReducedMotion: true,
	fontFamily: '"Inter Variable", "Inter Fallback", system-ui, sans-serif',
	fontSizes: { xs: "12.5px", sm: "14px", md: "14px", lg: "16px", xl: "20px" },
	headings: { fontWeight: "600" },
	colors: {
		gray: [
			"#f7f9fa",
			"#eef2f4",
			"#e3e8ec",
			"#d5dde2",
			"#c3cfd6",
			"#74858f",
			"#62747e",
			"#51656f",
			"#2b3d47",
			"#10212b",
		],
		dark: [
			"#e7eff3",
			"#c5d3da",
			"#a3b4bd",
			"#8ea1ab",
			"#2b3d47",
			"#1b2931",
			"#131f26",
			"#0d161b",
			"#0a1115",
			"#070c0f",
		],
	},
	// Plain entries: `Menu.extend(…)` would load the code of every part named here before the first screen.
	components: {
		ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
		Drawer: { classNames: dialogClasses, defaultProps: { ...dialogProps, position: "right" } },
		Input: { classNames: inputClasses },
		InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] } },
		// Inside the header, so that it stays within a landmark.
		Menu: {
			classNames: menuClasses,
			defaultProps: { shadow: "md", position: "bottom-end", withinPortal: false, withInitialFocusPlaceholder: false },
		},
		Modal: { classNames: dialogClasses, defaultProps: { ...dialogProps, centered: true } },
		SegmentedControl: { classNames: segmentedClasses, defaultProps: { size: "xs" } },
		Skeleton: { classNames: skeletonClasses },
		Textarea: { defaultProps: { autosize: true, minRows: 2 } },
		Tooltip: { defaultProps: { openDelay: 250, withArrow: true, events: { hover: true, focus: true, touch: true } } },
	},
});
