import type { ReactNode } from "react";
import classes from "./card.module.css";

type CardProps = { title?: string; note?: ReactNode; action?: ReactNode; children: ReactNode; className?: string };

/** With a title it is a region that screen readers can jump to. */
export function Card({ title, note, action, children, className }: CardProps) {
	const classNames = className ? `${classes.card} ${className}` : classes.card;
	if (title === undefined) return <div className={classNames}>{children}</div>;
	return (
		<section className={classNames} aria-label={title}>
			<div className={classes.head}>
				<h2 className={classes.title}>{title}</h2>
				{note}
				<div className={classes.action}>{action}</div>
			</div>
			{children}
		</section>
	);
}
