import { ActionIcon, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { limits } from "../../../../shared/base/limits";
import { quantityTitles } from "../../../../shared/formats/quantity-titles";
import { Quantity, quantities } from "../../../../shared/formats/units";
import { ValueInput } from "../../../forms/value-input";
import { Select } from "../../../ui/form/select";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { t } from "../../../words/made/device";
import classes from "./settings.module.css";
import { ListFoot } from "./settings-fields";
import type { ChannelValues, FieldsProps } from "./settings-values";

const quantityChoices = Quantity.options.map((quantity) => ({ value: quantity, label: quantityTitles[quantity] }));
let addedCount = 0;

function newChannel(quantity: Quantity): ChannelValues {
	addedCount += 1;
	const { unit, decimals } = quantities[quantity];
	const name = quantityTitles[quantity];
	return {
		key: `new channel ${addedCount}`,
		id: null,
		name,
		quantity,
		unit,
		decimals: String(decimals),
		min: "",
		max: "",
	};
}

export function ChannelSettings({ form }: FieldsProps) {
	const { channels } = form.values;
	const isTaken = (quantity: Quantity) => channels.some((channel) => channel.quantity === quantity);
	return (
		<Card title={t("channels")}>
			<div className={classes.body}>
				{channels.map((channel, index) => (
					<ChannelRow key={channel.key} form={form} channel={channel} index={index} />
				))}
				<ListFoot
					error={form.errors.channels}
					label={t("derived.channel.add")}
					isFull={channels.length >= limits.channelsPerDevice}
					onAdd={() =>
						form.insertListItem("channels", newChannel(Quantity.options.find((each) => !isTaken(each)) ?? "other"))
					}
				/>
				<p className={layout.wrappedNote}>{t("channels.text")}</p>
			</div>
		</Card>
	);
}

type ChannelRowProps = FieldsProps & { channel: ChannelValues; index: number };

function ChannelRow({ form, channel, index }: ChannelRowProps) {
	const { channels } = form.values;
	const { isDerived = false } = channel;
	const measure = { quantity: channel.quantity, unit: channel.unit.trim() };
	const name = channel.name.trim() || t("channels.number", { number: index + 1 });
	const move = (to: number) => form.reorderListItem("channels", { from: index, to });
	const choose = (value: string | null) => {
		const quantity = Quantity.safeParse(value);
		if (!quantity.success) return;
		const { key } = channel;
		form.replaceListItem("channels", index, { ...newChannel(quantity.data), key });
	};
	return (
		<fieldset className={classes.channel} aria-label={t("channels.channel", { name })}>
			<div className={classes.channelHead}>
				<h3>{name}</h3>
				<div className={classes.channelTools}>
					<ToolButton label={t("channels.up", { name })} isDisabled={index === 0} onClick={() => move(index - 1)}>
						<IconArrowUp size={17} stroke={1.7} />
					</ToolButton>
					<ToolButton
						label={t("channels.down", { name })}
						isDisabled={index === channels.length - 1}
						onClick={() => move(index + 1)}
					>
						<IconArrowDown size={17} stroke={1.7} />
					</ToolButton>
					{!isDerived && (
						<ToolButton
							label={t("remove.name", { name })}
							isDisabled={channels.length === 1}
							onClick={() => form.removeListItem("channels", index)}
						>
							<IconTrash size={17} stroke={1.7} />
						</ToolButton>
					)}
				</div>
			</div>
			{isDerived && <p className={`${layout.wrappedNote} ${classes.computed}`}>{t("channels.computed")}</p>}
			<div className={classes.channelFields}>
				<TextInput label={t("name")} {...form.getInputProps(`channels.${index}.name`)} />
				<Select
					label={t("channels.measures")}
					data={quantityChoices}
					disabled={channel.id !== null}
					value={channel.quantity}
					onChange={choose}
				/>
				<TextInput label={t("channels.unit")} disabled={isDerived} {...form.getInputProps(`channels.${index}.unit`)} />
				<TextInput
					label={t("channels.decimals")}
					inputMode="numeric"
					{...form.getInputProps(`channels.${index}.decimals`)}
				/>
				<ValueInput label={t("channels.lower")} measure={measure} {...form.getInputProps(`channels.${index}.min`)} />
				<ValueInput label={t("channels.upper")} measure={measure} {...form.getInputProps(`channels.${index}.max`)} />
			</div>
		</fieldset>
	);
}

type ToolButtonProps = { label: string; isDisabled: boolean; onClick: () => void; children: ReactNode };

function ToolButton({ label, isDisabled, onClick, children }: ToolButtonProps) {
	return (
		<ActionIcon size={30} aria-label={label} disabled={isDisabled} onClick={onClick}>
			{children}
		</ActionIcon>
	);
}
