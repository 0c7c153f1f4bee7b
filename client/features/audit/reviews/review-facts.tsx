import type { TrailReview } from "../../../../shared/account/trail-review";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { rich, t } from "../../../words/made/reviews";
import classes from "./reviews.module.css";

export function ReviewFacts({ review }: { review: TrailReview }) {
	const { startedBy, dueAt, state, rows, remarks, signatures } = review;
	return (
		<span className={classes.facts}>
			<span>{startedBy === null ? t("schedule") : t("startedBy", { name: startedBy })}</span>
			{dueAt !== null && state !== "signed" && <span>{rich("due", { time: <TimeStamp at={dueAt} /> })}</span>}
			{rows !== null && <span>{t("rows", { count: rows })}</span>}
			<span>{t("remarks", { count: remarks })}</span>
			{signatures.length > 0 && <span>{t("signatures", { count: signatures.length })}</span>}
		</span>
	);
}
