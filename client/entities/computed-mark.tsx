import { LateFocusTooltip } from "../ui/feedback/lazy-tooltip";
import { t } from "../words/made/entities";
import classes from "./computed-mark.module.css";

type ComputedMarkProps = {
	formula: string;
	/** False in rows of long lists, where each mark would be a stop of the Tab key. */
	isFocusable?: boolean;
};

export function ComputedMark({ formula, isFocusable = true }: ComputedMarkProps) {
	const label = t("computed", { formula });
	const sign = { className: classes.sign, role: "img", "aria-label": label, children: "ƒ" };
	if (!isFocusable) return <span {...sign} title={label} />;
	return (
		<LateFocusTooltip label={label}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: its formula must be reachable by keyboard */}
			<span {...sign} tabIndex={0} />
		</LateFocusTooltip>
	);
}
