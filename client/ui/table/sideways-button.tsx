import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { RefObject } from "react";
import classes from "../data-table.module.css";
import type { Sideways } from "./use-sideways";

type SidewaysButtonProps = { side: NonNullable<Sideways>; scroller: RefObject<HTMLElement | null> };

/** Says that a table goes on at its side, and goes there. */
export function SidewaysButton({ side, scroller }: SidewaysButtonProps) {
	const isRight = side === "right";
	const Chevron = isRight ? IconChevronRight : IconChevronLeft;
	const label = isRight ? "More columns to the right" : "Back to the first columns";
	const go = () => {
		const area = scroller.current;
		area?.scrollTo({ left: isRight ? area.scrollLeft + stepOf(area) : 0 });
	};
	return (
		<button type="button" className={classes.sideways} aria-label={label} title={label} onClick={go}>
			<Chevron size={17} stroke={2} aria-hidden="true" />
		</button>
	);
}

/** So far that the first column not wholly in sight stands beside the name; of one too wide for that, its next part. */
function stepOf(area: HTMLElement): number {
	const boxOf = (title: Element) => title.getBoundingClientRect();
	const [name, ...others] = [...area.querySelectorAll("thead th")].map(boxOf);
	const edge = others.pop()?.left;
	if (name === undefined || edge === undefined) return 0;
	const next = others.find(({ right }) => right > edge + 1);
	const step = next ? next.left - name.right : 0;
	return step > 1 ? step : edge - name.right;
}
