import type { ReactNode } from "react";
import classes from "./rows.module.css";

type Row = { key: string; name: ReactNode; under?: ReactNode; end?: ReactNode };

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

export function NoRows({ children }: { children: ReactNode }) {
	return <p className={classes.none}>{children}</p>;
}
