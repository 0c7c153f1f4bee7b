import { useQuery } from "@tanstack/react-query";
import { plannedMutesOf } from "../api/queries";
import { justLoadedMs } from "../api/query-client";
import { PlannedTimes } from "../entities/planned-mute";
import { NoRows, Rows } from "../ui/layout/rows";
import { t } from "../words/made/forms";
import classes from "./already-planned.module.css";

const mostRows = 5;

export function AlreadyPlanned({ targetIds }: { targetIds: readonly string[] }) {
	const { data = [], isError } = useQuery({ ...plannedMutesOf(undefined), staleTime: justLoadedMs });
	const wanted = new Set(targetIds);
	const mutes = data.filter(({ targetId }) => wanted.has(targetId));
	if (mutes.length === 0 && !isError) return null;
	const others = mutes.length - mostRows;
	return (
		<section className={classes.planned} aria-label={t("planned.already")}>
			<h3>{t("planned.already")}</h3>
			{isError && <NoRows>{t("planned.notLoaded")}</NoRows>}
			<Rows
				rows={mutes.slice(0, mostRows).map((mute) => ({
					key: mute.id,
					name: mute.kind === "group" ? t("planned.group", { name: mute.name }) : mute.name,
					under: (
						<>
							<PlannedTimes mute={mute} />
							{mute.reason !== "" && ` · ${mute.reason}`}
						</>
					),
				}))}
			/>
			{others > 0 && <NoRows>{t("planned.more", { count: others })}</NoRows>}
		</section>
	);
}
