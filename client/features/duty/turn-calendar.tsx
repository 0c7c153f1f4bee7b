import { useMemo, useState } from "react";
import { dayMs, minuteMs } from "../../../shared/base/durations";
import { type RosterHistory, type Turn, turnsOf } from "../../../shared/duty/turns";
import { firstInstantAt, rangeBounds, type Zone, zoneOffsetMinutes } from "../../../shared/time/time-zones";
import { pageLanguage } from "../../base/page-language";
import { useDisplayFormats } from "../../ui/display-formats";
import { PlainButton } from "../../ui/form/buttons";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { instantParts } from "../../ui/time/time-display";
import { t } from "../../words/made/duty";
import classes from "./duty.module.css";

const weeks = 6;
/** Past turns are stored for 90 days. */
const mostWeeksBack = 12;
const mostWeeksAhead = 46;

type TurnCalendarProps = {
	history: RosterHistory;
	zone: Zone;
	nameOf: (contactId: string) => string;
	ownIds?: ReadonlySet<string>;
	now: number;
};

/** Six weeks by the roster's clock. A cell has the turns of its day, with the time of each hand-over. */
export function TurnCalendar({ history, zone, nameOf, ownIds, now }: TurnCalendarProps) {
	const { weekStart } = useDisplayFormats();
	const [weeksAhead, setWeeksAhead] = useState(0);
	const days = useMemo(() => {
		const { from } = rangeBounds({ rangeType: "week", offset: -weeksAhead, zone, now, weekStart });
		const firstWall = from + zoneOffsetMinutes(zone, from) * minuteMs;
		const starts = Array.from({ length: weeks * 7 + 1 }, (_, day) => firstInstantAt(zone, firstWall + day * dayMs));
		const turns = turnsOf(history, { from, to: starts.at(-1) ?? from });
		return starts.slice(0, -1).map((start, index) => {
			const end = starts[index + 1] ?? start;
			return {
				start,
				end,
				wall: firstWall + index * dayMs,
				turns: turns.filter((turn) => turn.from < end && turn.to > start),
			};
		});
	}, [history, zone, now, weekStart, weeksAhead]);
	const rows = Array.from({ length: weeks }, (_, week) => days.slice(week * 7, week * 7 + 7));
	const step = (by: number) => setWeeksAhead(Math.max(-mostWeeksBack, Math.min(mostWeeksAhead, weeksAhead + by)));
	return (
		<Card
			title={t("calendar")}
			action={
				<span className={layout.row}>
					<PlainButton size="compact-sm" disabled={weeksAhead <= -mostWeeksBack} onClick={() => step(-2)}>
						{t("calendar.earlier")}
					</PlainButton>
					<PlainButton size="compact-sm" disabled={weeksAhead === 0} onClick={() => setWeeksAhead(0)}>
						{t("calendar.today")}
					</PlainButton>
					<PlainButton size="compact-sm" disabled={weeksAhead >= mostWeeksAhead} onClick={() => step(2)}>
						{t("calendar.later")}
					</PlainButton>
				</span>
			}
		>
			<div className={classes.calendarBox}>
				<table className={classes.calendar}>
					<caption className={classes.caption}>{t("calendar.zone", { zone })}</caption>
					<thead>
						<tr>
							{rows[0]?.map(({ wall }) => (
								<th key={wall} scope="col">
									{weekdayName(wall)}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map((row) => (
							<tr key={row[0]?.start}>
								{row.map((day) => (
									<td
										key={day.start}
										aria-current={day.start <= now && now < day.end ? "date" : undefined}
										data-past={day.end <= now || undefined}
									>
										<span className={classes.day}>{dayName(day.wall)}</span>
										<ul>
											{day.turns.map((turn) => (
												<TurnOfDay key={turn.from} turn={turn} dayStart={day.start} {...{ zone, nameOf, ownIds }} />
											))}
										</ul>
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</Card>
	);
}

type TurnOfDayProps = Pick<TurnCalendarProps, "zone" | "nameOf" | "ownIds"> & { turn: Turn; dayStart: number };

function TurnOfDay({ turn: { from, contactId, overrideId }, dayStart, zone, nameOf, ownIds }: TurnOfDayProps) {
	const time = from <= dayStart ? "" : `${instantParts(from, zoneOffsetMinutes(zone, from)).minutes} `;
	return (
		<li
			data-gap={contactId === null || undefined}
			data-own={(contactId !== null && ownIds?.has(contactId)) || undefined}
		>
			{time}
			<b>{contactId === null ? t("nobody") : nameOf(contactId)}</b>
			{overrideId !== null && ` ${t("calendar.substitution")}`}
		</li>
	);
}

const weekday = new Intl.DateTimeFormat(pageLanguage, { weekday: "short", timeZone: "UTC" });
const dayOfMonth = new Intl.DateTimeFormat(pageLanguage, { day: "numeric", month: "short", timeZone: "UTC" });

function weekdayName(wall: number): string {
	return weekday.format(wall);
}

function dayName(wall: number): string {
	return `${weekday.format(wall)}, ${dayOfMonth.format(wall)}`;
}
