import { CatchBoundary } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { quantityTitles } from "../../../shared/formats/quantity-titles";
import type { TimeRange } from "../../../shared/time/time-zones";
import { ChartFailed, ChartPlot } from "../../chart/chart-card";
import { Swatch } from "../../chart/chart-legend";
import { type ChartContent, everyLine } from "../../chart/chart-lines";
import type { Pointing } from "../../chart/chart-pointing";
import { ChartBox, ChartSpace } from "../../chart/chart-skeleton";
import { NoRows } from "../../ui/layout/rows";
import { t } from "../../words/made/devices";
import classes from "./compare.module.css";
import { axisZone, type Comparison, differenceName } from "./compare-content";

type CompareChartsProps = { comparison: Comparison; onShow: (span: TimeRange) => void };

export function CompareCharts({ comparison, onShow }: CompareChartsProps) {
	const { chart, panels, differences, notes, spans } = comparison;
	const [first] = spans;
	const title = chart.quantity === null ? t("compare.readings") : quantityTitles[chart.quantity];
	const isMeasured = everyLine(chart).some(({ at }) => at.length > 0);
	return (
		<>
			<ChartBox title={title}>
				{notes.length > 0 && (
					<div className={classes.notes}>
						{notes.map((note) => (
							<p key={note} role="status" className={classes.note}>
								{note}
							</p>
						))}
					</div>
				)}
				{isMeasured ? (
					<>
						<Plot content={chart} panels={panels} title={title} onShow={onShow} />
						<p className={classes.note}>
							{spans.every(({ isSummed }) => isSummed) ? t("compare.lines.sums") : t("compare.lines.means")}
						</p>
					</>
				) : (
					<NoRows>{t("compare.noReading")}</NoRows>
				)}
			</ChartBox>
			{differences && first && isMeasured && (
				<ChartBox title={t("compare.differenceFrom", { number: first.number })}>
					{differences.lines.every(({ at }) => at.length === 0) ? (
						<NoRows>{t("compare.noPairs")}</NoRows>
					) : (
						<>
							<Plot
								content={differences}
								panels={[differences]}
								title={t("compare.differenceFrom", { number: first.number })}
								onShow={onShow}
							/>
							<ul className={classes.keys} aria-label={t("compare.differenceLines")}>
								{spans
									.filter((span) => span !== first && span.isAlike)
									.map((span) => (
										<li key={span.number}>
											<Swatch line={span.line} />
											{differenceName(span, first)}
										</li>
									))}
							</ul>
						</>
					)}
				</ChartBox>
			)}
		</>
	);
}

type PlotProps = { content: ChartContent; panels: ChartContent[]; title: string; onShow: (span: TimeRange) => void };

const textNote = t("compare.textNote");

function Plot({ content, panels, title, onShow }: PlotProps) {
	const [pointing, setPointing] = useState<Pointing | null>(null);
	const { from, to } = content.span;
	const half = (to - from) / 2;
	return (
		<CatchBoundary getResetKey={() => title} errorComponent={() => <ChartFailed textNote={textNote} />}>
			<Suspense fallback={<ChartSpace />}>
				<ChartPlot
					content={content}
					panels={panels}
					zone={axisZone}
					events={noEvents}
					title={title}
					textNote={textNote}
					pointing={pointing}
					onPoint={setPointing}
					onSpan={onShow}
					onZoomOut={() => onShow({ from: from - half, to: to + half })}
				/>
			</Suspense>
		</CatchBoundary>
	);
}

const noEvents: never[] = [];
