import { Button } from "@mantine/core";
import { IconChartDots2 } from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { instantAfter } from "../../../shared/log/compared-spans";
import type { SeriesPage } from "../../../shared/log/log";
import type { TimeRange } from "../../../shared/time/time-zones";
import { isOutage, readFailure, sentenceFor } from "../../api/api-error";
import { deviceList } from "../../api/device-list";
import { useRefreshInterval } from "../../api/live";
import { deviceBy } from "../../api/queries";
import { justLoadedMs } from "../../api/query-client";
import { appConstants } from "../../base/app-constants";
import { ChartSkeleton } from "../../chart/chart-skeleton";
import type { CompareSearch } from "../../entities/compare-search";
import {
	type Compared,
	type ComparedTexts,
	comparedOf,
	lastDays,
	searchOfCompared,
	textsOf,
} from "../../entities/compared";
import { EmptyNote } from "../../ui/feedback/notes";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { PageHead } from "../../ui/layout/page-head";
import { TableSkeleton } from "../../ui/table/list-pending";
import { formatSpan } from "../../ui/time/relative-time";
import { viewerZone } from "../../ui/time/time-display";
import { useValueStyle } from "../../ui/value-display";
import { t } from "../../words/made/devices";
import { AddSpan } from "./add-span";
import { CompareCharts } from "./compare-charts";
import { type Comparison, comparisonOf, stepValues } from "./compare-content";
import { comparedSeries } from "./compare-queries";
import { CompareTable } from "./compare-table";
import { type ReadSpan, subjectOf } from "./read-span";
import { SpanEntry } from "./span-entry";

type CompareScreenProps = { search: CompareSearch; onSearch: (change: CompareSearch) => void };

export function CompareScreen({ search, onSearch }: CompareScreenProps) {
	const { a, b, c, d } = search;
	const compared = useMemo(() => comparedOf({ a, b, c, d }), [a, b, c, d]);
	const spans = useSpans(compared);
	const devices = useQuery(deviceList());
	const [openNumber, setOpenNumber] = useState<number | null>(null);
	const texts = compared.map((each) => each.texts);
	const change = (next: ComparedTexts[], opened: number | null = null) => {
		setOpenNumber(opened);
		onSearch(searchOfCompared(next));
	};
	const addEmpty = () => {
		const [first] = texts;
		const { from, to } = lastDays(viewerZone, Date.now());
		change([...texts, { ...(first ?? textsOf("", { from, to })), subject: "" }], texts.length + 1);
	};
	const style = useValueStyle();
	const base = spans.find((span) => subjectOf(span).zone !== null);
	const baseId = base ? subjectOf(base).deviceId : null;
	const device = useQuery({ ...deviceBy(baseId ?? ""), enabled: baseId !== null });
	const limits = device.data?.limits;
	const comparison = useMemo(() => {
		const loaded = spans.flatMap(({ number, request, page }) =>
			request && page ? [{ number, span: request, page }] : [],
		);
		return comparisonOf(loaded, { style, limits: limits ?? [] });
	}, [spans, style, limits]);
	const isLoading = spans.some(({ request, page, problem }) => request && !page && problem === null);
	const moveTo = (shown: TimeRange) => change(movedTexts(spans, comparison, shown));
	return (
		<>
			<PageHead title={t("compare.title")} subtitle={subtitleOf(comparison)}>
				{texts.length > 0 && (
					<AddSpan spans={spans} channels={device.data?.channels ?? []} onAdd={change} onDevice={addEmpty} />
				)}
			</PageHead>
			{texts.length === 0 ? (
				<Card>
					<EmptyNote icon={<IconChartDots2 size={26} />} title={t("compare.none")} text={t("compare.none.text")}>
						<Button onClick={addEmpty}>{t("compare.chooseDevice")}</Button>
					</EmptyNote>
				</Card>
			) : (
				<div className={layout.stack}>
					<Card title={t("compare.compared")}>
						<ol className={layout.plain}>
							{spans.map((span, index) => (
								<SpanEntry
									key={Object.values(span.texts).join(".") + String(index)}
									span={span}
									devices={devices.data ?? []}
									baseZone={base ? subjectOf(base).zone : null}
									isOpen={openNumber === span.number}
									onOpen={(isOpen) => setOpenNumber(isOpen ? span.number : null)}
									onChange={(next) => change(texts.map((each, other) => (other === index ? next : each)))}
									onFirst={
										index === 0 ? null : () => change([span.texts, ...texts.filter((_, other) => other !== index)])
									}
									onRemove={() => change(texts.filter((_, other) => other !== index))}
								/>
							))}
						</ol>
					</Card>
					{isLoading ? (
						<>
							<ChartSkeleton title={t("compare.readings")} />
							<Card>
								<TableSkeleton />
							</Card>
						</>
					) : (
						comparison && (
							<>
								<CompareCharts comparison={comparison} onShow={moveTo} />
								<CompareTable comparison={comparison} per={search.per} onPer={(per) => onSearch({ per })} />
							</>
						)
					)}
				</div>
			)}
		</>
	);
}

function useSpans(compared: readonly Compared[]): ReadSpan[] {
	const refetchInterval = useRefreshInterval();
	const requested = compared.flatMap(({ request }) => (request ? [request] : []));
	const states = useQueries({
		queries: requested.map((request) => ({
			...comparedSeries(request),
			staleTime: justLoadedMs,
			refetchInterval: ({ state: { error } }: { state: { error: unknown } }) =>
				error !== null && isOutage(error) ? appConstants.refreshEveryMs : request.to > Date.now() && refetchInterval,
		})),
		combine: statesOf,
	});
	return useMemo(() => {
		let position = 0;
		return compared.map((each, index) => {
			const state = each.request ? states[position++] : undefined;
			const { page = null, problem = null, isMissing = false } = state ?? {};
			return { ...each, number: index + 1, page, problem, isMissing };
		});
	}, [compared, states]);
}

function statesOf(results: { data: SeriesPage | undefined; error: unknown }[]) {
	return results.map(({ data, error }) => ({
		page: data ?? null,
		problem: error && !data ? sentenceFor(error) : null,
		isMissing: error !== null && readFailure(error).reason === "DEVICE_NOT_FOUND",
	}));
}

function movedTexts(spans: readonly ReadSpan[], comparison: Comparison | null, shown: TimeRange): ComparedTexts[] {
	const wall = comparison?.spans[0]?.wall ?? 0;
	return spans.map(({ number, texts }) => {
		const span = comparison?.spans.find((each) => each.number === number);
		if (!span) return texts;
		const at = (time: number) => instantAfter(span.zone, span.span.from, time - wall);
		const from = Math.max(at(shown.from), 0);
		return textsOf(texts.subject, { from, to: Math.max(at(shown.to), from + 1) });
	});
}

function subtitleOf(comparison: Comparison | null): string {
	const [first] = comparison?.spans ?? [];
	if (!comparison || !first) return t("compare.subtitle.none");
	return t(`compare.subtitle.${stepValues(comparison.spans)}`, {
		number: first.number,
		step: formatSpan(comparison.stepMs),
	});
}

export function ComparePending() {
	return (
		<>
			<PageHead title={t("compare.title")} subtitle={t("compare.loading")} />
			<div className={layout.stack}>
				<Card>
					<TableSkeleton rows={2} />
				</Card>
				<ChartSkeleton title={t("compare.readings")} />
			</div>
		</>
	);
}
