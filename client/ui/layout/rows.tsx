import type { ReactNode } from "react";
import classes from "./rows.module.css";

type Row = { key: string; name: ReactNode; under?: ReactNode; end?: ReactNode };

/** A short list inside a card: what it is, a line about it, and a state at the end. */
export function Rows({ rows }: { rows: Row[] }) {
	return (
		<ul className={classes.rows}>
			{rows.map(({ key, name, under, end }) => (
				<li key={key} className={classes.row}>
					<div className={classes.words}>
						<div className={classes.name}>{name}</div>
						{under && <div className={classes.under}>{under}</div>}
					</div>
					{end && <div className={classes.end}>{end}</div>}
				</li>
			))}
		</ul>
	);
}

/** Stands in a card for rows that are not there. */
export function NoRows({ children }: { children: ReactNode }) {
	return <p className={classes.none}>{children}</p>;
}
