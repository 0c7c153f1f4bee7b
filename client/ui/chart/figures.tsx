import type { ReactNode } from "react";
import classes from "./figures.module.css";

export function Figure({ value, children }: { value: ReactNode; children: ReactNode }) {
	return (
		<p className={classes.figure}>
			{value} <span>{children}</span>
		</p>
	);
}

const amberShare = 0.7;
const redShare = 0.9;

type MeterTone = "brand" | "warn" | "bad";

export function meterTone(share: number): MeterTone {
	return share >= redShare ? "bad" : share >= amberShare ? "warn" : "brand";
}

export function Meter({ share }: { share: number }) {
	return (
		<div className={classes.meter} aria-hidden="true" data-tone={meterTone(share)}>
			<i style={{ width: `${Math.min(share, 1) * 100}%` }} />
		</div>
	);
}
