import { Fragment } from "react";
import type { AlertDelivery, AlertEvent, AlertEventDetail, AlertWhy } from "../../../shared/alert/alert";
import { languageName } from "../../../shared/message/language";
import { sentenceFor } from "../../api/api-error";
import { pageLanguage } from "../../base/page-language";
import { eventValue } from "../../entities/alert-event";
import { EventLink } from "../../entities/entity-links";
import { Select } from "../../ui/form/select";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/alerts";
import { deliveryText, storyOf } from "./event-labels";
import classes from "./events.module.css";

export function EventTimeline({ event }: { event: AlertEventDetail }) {
	const { timeline, device } = event;
	const items = storyOf({ event, notes: timeline, wordsOf: (value) => eventValue(event, value) });
	return (
		<ol className={classes.timeline}>
			{items.map(({ at, label, tone, author, text }) => (
				<li key={`${at} ${label} ${text}`} data-tone={tone}>
					<div className={classes.what}>
						{label}
						{author !== null && ` · ${author}`}
					</div>
					{text !== "" && (
						<p className={classes.said}>
							<TimedText text={text} clock={device} />
						</p>
					)}
					<div className={layout.smaller}>
						<TimeStamp to="seconds" at={at} clock={device} isFocusable />
					</div>
				</li>
			))}
		</ol>
	);
}

const utcTime = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/;

/** Stored texts have UTC times; users read them on the screen's clock. */
function TimedText({ text, clock }: { text: string; clock: AlertEvent["device"] }) {
	let at = 0;
	return text.split(utcTime).map((part) => {
		at += part.length + 1;
		const time = utcTime.test(part) ? Date.parse(part) : Number.NaN;
		return (
			<Fragment key={at}>
				{Number.isNaN(time) ? part : <TimeStamp to="seconds" at={time} clock={clock} isFocusable />}
			</Fragment>
		);
	});
}

type Named = { id: string; name: string };

type WhyAnswer = { data: AlertWhy | undefined; error: unknown };

type WhyCardProps = {
	event: AlertEventDetail;
	contacts: Named[];
	contactId: string | null;
	response: WhyAnswer;
	onContact: (contactId: string | null) => void;
};

export function WhyCard({ event, contacts, contactId, response, onContact }: WhyCardProps) {
	const concerned = new Set(event.contacts.map(({ id }) => id));
	const others = contacts.filter(({ id }) => !concerned.has(id));
	const groups = [
		{ group: t("recipients"), items: event.contacts.map(toChoice) },
		{ group: t("timeline.otherContacts"), items: others.map(toChoice) },
	].filter(({ items }) => items.length > 0);
	return (
		<Card title={t("timeline.who")}>
			<div className={classes.why}>
				<Select
					label={t("timeline.contact")}
					placeholder={t("timeline.chooseContact")}
					data={groups}
					searchable
					clearable
					limit={50}
					nothingFoundMessage={t("timeline.noContact")}
					value={contactId}
					onChange={onContact}
				/>
				<div role="status">{contactId !== null && <Reply event={event} response={response} />}</div>
			</div>
		</Card>
	);
}

const toChoice = ({ id, name }: Named) => ({ value: id, label: name });

function Reply({ event, response: { data, error } }: { event: AlertEventDetail; response: WhyAnswer }) {
	if (!data) return <p className={layout.text}>{error ? sentenceFor(error) : t("loading")}</p>;
	const { deliveries, notQueued, partOf } = data;
	if (notQueued !== null) {
		return (
			<p className={layout.text}>
				{t(`whyNot.${notQueued}`)} {partOf !== null && <EventLink id={partOf}>{t("timeline.openThat")}</EventLink>}
			</p>
		);
	}
	return (
		<ol className={`${layout.plain} ${classes.answer}`}>
			{deliveries.map((delivery) => (
				<li key={`${delivery.queuedAt} ${delivery.channel} ${delivery.kind}`}>
					{deliveryText(delivery)}
					{languageNote(delivery)}
					<div className={layout.smaller}>
						<DeliveryTime delivery={delivery} clock={event.device} />
					</div>
				</li>
			))}
		</ol>
	);
}

/** A message names its language where it is not the page's. */
function languageNote({ language }: AlertDelivery): string {
	return language == null || language === pageLanguage ? "" : ` (${languageName(language)})`;
}

type DeliveryTimeProps = { delivery: AlertWhy["deliveries"][number]; clock: AlertEvent["device"] };

function DeliveryTime({ delivery: { queuedAt, sentAt, settledAt, dueAt, state }, clock }: DeliveryTimeProps) {
	const time = (at: number) => <TimeStamp to="seconds" at={at} clock={clock} isFocusable />;
	if (sentAt !== null) return rich("timeline.sentAt", { time: time(sentAt) });
	if (state === "queued" && dueAt !== null) return rich("timeline.nextTry", { time: time(dueAt) });
	return settledAt === null
		? rich("timeline.dueSince", { time: time(queuedAt) })
		: rich("timeline.decided", { time: time(settledAt) });
}
