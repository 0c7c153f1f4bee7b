/** @jsxImportSource hono/jsx */

import { type AlertCourse, courseText } from "../message/alert-details";
import { piecesOf, placesOf } from "../message/picture/course-positions";

const size = { width: 560, height: 160, edge: 8 };

/** In the page itself, so that nothing is fetched; its colors are the page's. */
export function Course({ course }: { course: AlertCourse }) {
	const place = placesOf(course, size);
	const left = place(Math.max(course.from, course.startedAt), 0).x;
	const right = Math.max(left + 1, place(Math.min(course.to, course.endedAt ?? course.to), 0).x);
	return (
		<figure>
			<svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
				<rect class="course-span" x={left} y="0" width={right - left} height={size.height} />
				{course.limits.map((limit) => {
					const { y } = place(course.from, limit);
					return <line class="course-limit" x1="0" x2={size.width} y1={y} y2={y} />;
				})}
				{piecesOf(course, place).map((piece) => (
					<polyline class="course-line" points={piece.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")} />
				))}
			</svg>
			<figcaption>{`Over ${courseText(course)}.`}</figcaption>
		</figure>
	);
}
