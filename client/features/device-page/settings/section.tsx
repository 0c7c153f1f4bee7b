import type { ReactNode } from "react";
import { Card } from "../../../ui/layout/card";
import classes from "./settings.module.css";

/** A part of the form: two fields side by side where there is room. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
	return (
		<Card title={title}>
			<div className={classes.section}>{children}</div>
		</Card>
	);
}
