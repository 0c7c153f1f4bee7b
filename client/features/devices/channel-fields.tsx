import { ActionIcon, Button, Select, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { limits } from "../../../shared/limits";
import { quantityTitles } from "../../../shared/quantity-titles";
import { Quantity, quantities } from "../../../shared/units";
import classes from "./add-device.module.css";
import type { DeviceForm } from "./device-form";
import { newChannel, withQuantity } from "./new-device";

const quantityChoices = Quantity.options.map((quantity) => ({ value: quantity, label: quantityTitles[quantity] }));

/** What the device measures: at least one channel, each with a name of its own. */
export function ChannelFields({ form }: { form: DeviceForm }) {
	const { channels } = form.values;
	const nextQuantity = Quantity.options.find((quantity) => channels.every((channel) => channel.quantity !== quantity));
	const choose = (index: number, value: string | null) => {
		const channel = channels[index];
		const quantity = Quantity.safeParse(value);
		if (channel && quantity.success) form.replaceListItem("channels", index, withQuantity(channel, quantity.data));
	};
	return (
		<fieldset className={classes.group}>
			<legend>Channels</legend>
			{channels.map((channel, index) => (
				<div key={channel.key} className={classes.channel}>
					<Select
						label="Measures"
						data={quantityChoices}
						allowDeselect={false}
						value={channel.quantity}
						onChange={(value) => choose(index, value)}
					/>
					<TextInput label="Channel name" {...form.getInputProps(`channels.${index}.name`)} />
					<TextInput
						label="Unit"
						placeholder={quantities[channel.quantity].unit || "none"}
						{...form.getInputProps(`channels.${index}.unit`)}
					/>
					<ActionIcon
						className={classes.remove}
						variant="subtle"
						color="gray"
						size={36}
						aria-label={`Remove channel ${channel.name}`}
						disabled={channels.length === 1}
						onClick={() => form.removeListItem("channels", index)}
					>
						<IconTrash size={18} stroke={1.7} />
					</ActionIcon>
				</div>
			))}
			{form.errors.channels && (
				<p className={classes.listError} role="alert">
					{form.errors.channels}
				</p>
			)}
			<Button
				variant="subtle"
				size="compact-md"
				leftSection={<IconPlus size={16} />}
				disabled={channels.length >= limits.channelsPerDevice}
				onClick={() => form.insertListItem("channels", newChannel(nextQuantity ?? "other"))}
			>
				Add channel
			</Button>
		</fieldset>
	);
}
