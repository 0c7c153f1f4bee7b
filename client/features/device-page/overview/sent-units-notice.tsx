import type { ChannelLatest, Device } from "../../../../shared/device/device";
import { unitsLike } from "../../../../shared/formats/unit-spellings";
import type { SentUnit, UnitMeaning } from "../../../../shared/ingest/sent-unit";
import { trpcClient } from "../../../api/trpc";
import { useToastedRun } from "../../../forms/toast-failure";
import { Callout } from "../../../ui/feedback/notes";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { Select } from "../../../ui/form/select";
import layout from "../../../ui/layout/layouts.module.css";
import { t } from "../../../words/made/device";
import { useRefreshDevice } from "../use-refresh-device";
import classes from "./overview.module.css";

type SentUnitsNoticeProps = { device: Device; rejection: string | null };

export function SentUnitsNotice({ device, rejection }: SentUnitsNoticeProps) {
	const sent = (device.sentUnits ?? []).flatMap((unit) => {
		const channel = device.channels.find(({ id }) => id === unit.channelId);
		return channel ? { unit, channel } : [];
	});
	const open = sent.filter(({ unit }) => unit.meaning === null);
	const decided = sent.filter(({ unit }) => unit.meaning !== null);
	if (sent.length === 0) return null;
	const question = ({ unit, channel }: (typeof sent)[number]) => (
		<UnitQuestion key={`${channel.id} ${unit.unit}`} sent={unit} channel={channel} rejection={rejection} />
	);
	return (
		<section aria-label={t("units")}>
			<Callout tone={open.length > 0 ? "warn" : "brand"} className={classes.notice}>
				{open.length > 0 && <h2>{t("units.title")}</h2>}
				{open.map(question)}
				{decided.length > 0 && (
					<details>
						<summary>{t("units.decided")}</summary>
						{decided.map(question)}
					</details>
				)}
			</Callout>
		</section>
	);
}

type UnitQuestionProps = { sent: SentUnit; channel: ChannelLatest; rejection: string | null };

function UnitQuestion({ sent, channel, rejection }: UnitQuestionProps) {
	const refresh = useRefreshDevice();
	const { isBusy, run } = useToastedRun();
	const save = (meaning: UnitMeaning) =>
		run(async () => {
			await trpcClient.device.setUnitMeaning.mutate({ channelId: channel.id, unit: sent.unit, meaning });
			await refresh();
		});
	const known = unitsLike(channel.unit);
	return (
		<fieldset
			className={`${layout.fieldset} ${classes.notice}`}
			aria-label={t("units.name", { unit: sent.unit, channel: channel.name })}
		>
			<p>{unitText(sent, channel)}</p>
			<div className={classes.tags}>
				<GuardedButton denial={rejection} isLoading={isBusy} onClick={() => void save("same")}>
					{t("units.same", { unit: channel.unit })}
				</GuardedButton>
				{known.length > 0 && rejection === null && (
					<Select
						aria-label={t("units.other")}
						placeholder={t("units.otherChoice")}
						data={known}
						value={null}
						disabled={isBusy}
						onChange={(unit) => void save({ unit })}
					/>
				)}
				<GuardedButton denial={rejection} isLoading={isBusy} onClick={() => void save("exclude")}>
					{t("units.exclude")}
				</GuardedButton>
			</div>
		</fieldset>
	);
}

function unitText({ unit, value, meaning }: SentUnit, channel: ChannelLatest): string {
	const values = { channel: channel.name, value, unit };
	if (meaning === null) return t("units.open", { ...values, own: channel.unit });
	if (meaning === "exclude") return t("units.excluded", values);
	return t("units.read", { ...values, meaning: meaning === "same" ? channel.unit : meaning.unit });
}
