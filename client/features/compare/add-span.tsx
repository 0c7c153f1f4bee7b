import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import type { ChannelLatest } from "../../../shared/device/device";
import { rangeBounds } from "../../../shared/time/time-zones";
import { type ComparedTexts, mostCompared, type Shift, shiftedSpan, shifts, textsOf } from "../../entities/compared";
import { markedName } from "../../entities/marked-name";
import { displayFormats } from "../../ui/display-formats";
import { t } from "../../words/made/devices";
import { type ReadSpan, subjectOf } from "./read-span";

type AddSpanProps = {
	spans: ReadSpan[];
	/** Channels of the first span's device. */
	channels: ChannelLatest[];
	onAdd: (texts: ComparedTexts[]) => void;
	onDevice: () => void;
};

const shiftNames = Object.keys(shifts) as Shift[]; // keys of a const object are its keyof
const mostListed = 12;

export function AddSpan({ spans, channels, onAdd, onDevice }: AddSpanProps) {
	const base = spans.find((span) => span.request && subjectOf(span).zone !== null);
	const zone = base ? subjectOf(base).zone : null;
	const texts = spans.map((span) => span.texts);
	const isFull = spans.length >= mostCompared;
	const used = new Set(spans.map((span) => subjectOf(span).channelId));
	const others = channels.filter(({ id }) => !used.has(id)).slice(0, mostListed);
	const addShifted = (shift: Shift) => {
		if (!base?.request || zone === null) return;
		onAdd([...texts, textsOf(base.texts.subject, shiftedSpan(zone, base.request, shift))]);
	};
	const showWeeks = () => {
		if (!base || zone === null) return;
		const { weekStart } = displayFormats();
		const weeks = [1, 2].map((offset) => rangeBounds({ rangeType: "week", offset, zone, now: Date.now(), weekStart }));
		onAdd(weeks.map((week) => textsOf(base.texts.subject, week)));
	};
	return (
		<Menu width={270} position="bottom-end">
			<Menu.Target>
				<Button leftSection={<IconPlus size={16} />} rightSection={<IconChevronDown size={14} />}>
					{t("compare.add")}
				</Button>
			</Menu.Target>
			<Menu.Dropdown>
				{isFull && <Menu.Label>{t("compare.full", { most: mostCompared })}</Menu.Label>}
				<Menu.Label>{t("compare.sameSpan")}</Menu.Label>
				<Menu.Item disabled={isFull} onClick={onDevice}>
					{t("compare.anotherDevice")}
				</Menu.Item>
				{others.map(({ id, name, derived }) => (
					<Menu.Item
						key={id}
						disabled={isFull || !base}
						onClick={() => base && onAdd([...texts, { ...base.texts, subject: id }])}
					>
						{t("compare.channelOfDevice", { channel: markedName(name, derived !== undefined) })}
					</Menu.Item>
				))}
				{zone !== null && (
					<>
						<Menu.Label>{t("compare.sameChannel")}</Menu.Label>
						{shiftNames.map((shift) => (
							<Menu.Item key={shift} disabled={isFull} onClick={() => addShifted(shift)}>
								{shifts[shift]}
							</Menu.Item>
						))}
						<Menu.Label>{t("compare.insteadOfThese")}</Menu.Label>
						<Menu.Item onClick={showWeeks}>{t("compare.weeks")}</Menu.Item>
					</>
				)}
			</Menu.Dropdown>
		</Menu>
	);
}
