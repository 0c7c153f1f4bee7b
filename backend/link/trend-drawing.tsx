/** @jsxImportSource hono/jsx */

import { wordsIn } from "../../shared/words/made/links-in";
import { type AlertTrend, trendSpan } from "../message/alert-details";
import { piecesOf, placesOf } from "../message/picture/trend-positions";

const size = { width: 560, height: 160, edge: 8 };

export function Trend({ trend, language }: { trend: AlertTrend; language: string }) {
	const place = placesOf(trend, size);
	const left = place(Math.max(trend.from, trend.startedAt), 0).x;
	const right = Math.max(left + 1, place(Math.min(trend.to, trend.endedAt ?? trend.to), 0).x);
	return (
		<figure>
			<svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
				<rect class="course-span" x={left} y="0" width={right - left} height={size.height} />
				{trend.limits.map((limit) => {
					const { y } = place(trend.from, limit);
					return <line class="course-limit" x1="0" x2={size.width} y1={y} y2={y} />;
				})}
				{piecesOf(trend, place).map((piece) => (
					<polyline class="course-line" points={piece.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")} />
				))}
			</svg>
			<figcaption>{captionOf(trend, language)}</figcaption>
		</figure>
	);
}

function captionOf(trend: AlertTrend, language: string): string {
	const say = wordsIn(language);
	const { lowest, highest } = trend;
	const span = trendSpan(trend, language);
	return lowest === highest
		? say("trend.steady", { span, value: lowest })
		: say("trend.between", { span, lowest, highest });
}
