import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type Ref, type RefObject, useLayoutEffect, useState } from "react";
import classes from "./data-table.module.css";

/** Estimates until a row is rendered and measured. */
const rowHeight = 44;
const narrowRowHeight = 58;
const narrowWindow = 720;
const overscan = 10;

type VirtualRowsProps = {
	body: RefObject<HTMLTableSectionElement | null>;
	count: number;
	keyOf: (index: number) => string;
	drawRow: (index: number, measure?: Ref<HTMLTableRowElement>) => ReactNode;
	/** All rows are as high as the first, so that none is measured while scrolling. */
	isUniform?: boolean;
};

export function VirtualRows({ body, count, keyOf, drawRow, isUniform = false }: VirtualRowsProps) {
	const { top, firstHeight } = usePlace(body);
	const height = isUniform ? firstHeight : null;
	const virtualizer = useWindowVirtualizer({
		count,
		estimateSize: () => height ?? (window.innerWidth > narrowWindow ? rowHeight : narrowRowHeight),
		getItemKey: keyOf,
		overscan,
		scrollMargin: top,
	});
	useLayoutEffect(() => {
		if (height !== null) virtualizer.measure();
	}, [height, virtualizer]);
	const items = virtualizer.getVirtualItems();
	const above = (items[0]?.start ?? top) - top;
	const below = virtualizer.getTotalSize() + top - (items.at(-1)?.end ?? top);
	return (
		<>
			<Spacer height={above} />
			{items.map(({ index }) => drawRow(index, isUniform ? undefined : virtualizer.measureElement))}
			<Spacer height={below} />
		</>
	);
}

/** Measured again whenever the layout of the page changes. */
function usePlace(body: RefObject<HTMLTableSectionElement | null>): { top: number; firstHeight: number | null } {
	const [top, setTop] = useState(0);
	const [firstHeight, setFirstHeight] = useState<number | null>(null);
	useLayoutEffect(() => {
		const measure = () => {
			const rows = body.current;
			if (!rows) return;
			setTop(Math.round(rows.getBoundingClientRect().top + window.scrollY));
			const first = rows.querySelector("tr:not([aria-hidden])");
			if (first) setFirstHeight(first.getBoundingClientRect().height);
		};
		measure();
		const observer = new ResizeObserver(measure);
		observer.observe(document.body);
		return () => observer.disconnect();
	}, [body]);
	return { top, firstHeight };
}

function Spacer({ height }: { height: number }) {
	if (height <= 0) return null;
	return (
		// biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without content takes no focus
		<tr aria-hidden="true" className={classes.spacer}>
			<td style={{ height }} />
		</tr>
	);
}
