import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Zone } from "../../../../shared/time/time-zones";
import { justLoadedMs } from "../../../api/query-client";
import { trpc } from "../../../api/trpc";
import { comparisonLabels, earlierLines, earlierSpan, withSecond } from "../../../chart/chart-compare";
import type { ChartContent } from "../../../chart/chart-lines";
import { t } from "../../../words/made/log";
import type { LogPlan } from "./log-plan";

type Beside = { content: ChartContent | null; notes: string[] };

export function useBeside({
	plan,
	content,
	zone,
}: {
	plan: LogPlan;
	content: ChartContent | null;
	zone: Zone;
}): Beside {
	const { choosable, pixels, choice } = plan;
	const { against, second } = choice;
	const quantity = content?.quantity ?? undefined;
	const earlier = content && against !== null ? earlierSpan(content.span, zone, against) : null;
	const shown = content?.lines.map(({ channel }) => channel.id) ?? [];
	const before = useQuery({
		...trpc.log.getSeries.queryOptions({
			...choosable,
			...earlier?.span,
			pixels,
			shown,
			...(quantity !== undefined && { quantity }),
		}),
		staleTime: justLoadedMs,
		// No placeholder of another time: it would be drawn at the wrong position.
		enabled: earlier !== null && quantity !== undefined && shown.length > 0,
	});
	const isSecond = content !== null && second !== null && second !== quantity;
	const other = useQuery({
		...trpc.log.getSeries.queryOptions({
			...choosable,
			...content?.span,
			pixels,
			...(second !== null && { quantity: second }),
		}),
		staleTime: justLoadedMs,
		placeholderData: keepPreviousData,
		enabled: isSecond,
	});
	const byMs = earlier?.byMs ?? 0;
	const [page, otherPage] = [earlier ? before.data : undefined, isSecond ? other.data : undefined];
	return useMemo((): Beside => {
		if (content === null) return { content, notes: [] };
		const whole = withSecond(content, otherPage ?? null);
		if (against === null || !page) return { content: whole, notes: [] };
		const label = comparisonLabels[against];
		const lines = earlierLines(page, whole.lines, byMs);
		if (lines.length === 0) return { content: whole, notes: [t("compare.nothing", { when: label })] };
		return { content: { ...whole, earlier: { label, lines } }, notes: [] };
	}, [content, otherPage, page, against, byMs]);
}
