import type { ReactNode } from "react";
import classes from "./facts.module.css";

/** `note` says what the fact is for, or where it is used. */
export type Fact = { label: string; value: ReactNode; note?: ReactNode };

/** Facts of one thing, label beside value. */
export function Facts({ facts }: { facts: Fact[] }) {
	return (
		<dl className={classes.facts}>
			{facts.map(({ label, value, note }) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>
						{value}
						{note && <p className={classes.note}>{note}</p>}
					</dd>
				</div>
			))}
		</dl>
	);
}
