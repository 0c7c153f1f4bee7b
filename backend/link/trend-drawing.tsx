/** @jsxImportSource hono/jsx */

import { type AlertTrend, trendText } from "../message/alert-details";
import { piecesOf, placesOf } from "../message/picture/trend-positions";

const size = { width: 560, height: 160, edge: 8 };

export function Trend({ trend }: { trend: AlertTrend }) {
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
			<figcaption>{`Over ${trendText(trend)}.`}</figcaption>
		</figure>
	);
}
