import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { RefObject } from "react";
import classes from "../data-table.module.css";
import type { Sideways } from "./use-sideways";

/** Part of what is seen stays in sight, so that nobody loses the place. */
const step = 0.6;

type SidewaysButtonProps = { side: NonNullable<Sideways>; scroller: RefObject<HTMLElement | null> };

/** Says that a table goes on at its side, and goes there. */
export function SidewaysButton({ side, scroller }: SidewaysButtonProps) {
	const isRight = side === "right";
	const Chevron = isRight ? IconChevronRight : IconChevronLeft;
	const label = isRight ? "More columns to the right" : "Back to the first columns";
	const go = () => {
		const area = scroller.current;
		area?.scrollTo({ left: isRight ? area.scrollLeft + area.clientWidth * step : 0 });
	};
	return (
		<button type="button" className={classes.sideways} aria-label={label} title={label} onClick={go}>
			<Chevron size={17} stroke={2} aria-hidden="true" />
		</button>
	);
}
