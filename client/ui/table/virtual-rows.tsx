import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { Fragment, type ReactNode, type Ref, type RefObject, useLayoutEffect, useState } from "react";
import classes from "./data-table.module.css";
import { estimatedRowHeight } from "./table-cell";

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
		estimateSize: () => height ?? estimatedRowHeight(),
		getItemKey: keyOf,
		overscan,
		scrollMargin: top,
		// Chromium scrolls to the top when the focused row is removed, so it stays rendered.
		rangeExtractor: (range) => withFocused(defaultRangeExtractor(range), body.current),
	});
	useLayoutEffect(() => {
		if (height !== null) virtualizer.measure();
	}, [height, virtualizer]);
	const items = virtualizer.getVirtualItems();
	const below = virtualizer.getTotalSize() + top - (items.at(-1)?.end ?? top);
	return (
		<>
			{items.map(({ index, start }, position) => (
				<Fragment key={keyOf(index)}>
					<Spacer height={start - (items[position - 1]?.end ?? top)} />
					{drawRow(index, isUniform ? undefined : virtualizer.measureElement)}
				</Fragment>
			))}
			<Spacer height={below} />
		</>
	);
}

function withFocused(indexes: number[], body: HTMLTableSectionElement | null): number[] {
	const row = document.activeElement?.closest("tr[aria-rowindex]");
	if (!row || !body?.contains(row)) return indexes;
	const focused = Number(row.getAttribute("aria-rowindex")) - 2;
	return indexes.includes(focused) ? indexes : [...indexes, focused].sort((one, other) => one - other);
}

/** Measures again whenever the layout of the page changes. */
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
