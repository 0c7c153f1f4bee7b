import { deviceZone, type TimeRange } from "../../shared/time/time-zones";
import type { CompareSearch } from "../entities/compare-search";
import { mostCompared, searchOfCompared, spanBefore, textsOf } from "../entities/compared";
import { TextLink } from "../ui/layout/link";
import { t } from "../words/made/charts";
import type { ChartContent } from "./chart-lines";

type CompareLinkProps = { content: Pick<ChartContent, "lines" | "span"> | null; hiddenIds?: string[] };

/** The chart's first lines; a single one with the time before it. Nothing without a line. */
export function CompareLink({ content, hiddenIds = [] }: CompareLinkProps) {
	if (content === null) return null;
	const lines = content.lines.filter(({ channel, at }) => at.length > 0 && !hiddenIds.includes(channel.id));
	if (lines.length === 0) return null;
	return (
		<TextLink to="/compare" search={compareSearch({ ...content, lines })}>
			{t("compare")}
		</TextLink>
	);
}

export function compareSearch({ lines, span }: Pick<ChartContent, "lines" | "span">): CompareSearch {
	const [first, ...others] = lines;
	const whole: TimeRange = { from: Math.round(span.from), to: Math.round(span.to) };
	if (first && others.length === 0) {
		const { id } = first.channel;
		return searchOfCompared([textsOf(id, whole), textsOf(id, spanBefore(deviceZone(first.device), whole))]);
	}
	return searchOfCompared(lines.slice(0, mostCompared).map(({ channel }) => textsOf(channel.id, whole)));
}
