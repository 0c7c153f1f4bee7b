import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { TagField } from "./basic-fields";
import { Section } from "./section";
import classes from "./settings.module.css";
import type { FieldsProps } from "./settings-values";

const mostFacts = 20;
let addedCount = 0;

/** Facts of people's own about the device, each with a name. */
export function FactFields({ form }: FieldsProps) {
	const { metadata } = form.values;
	const add = () => {
		addedCount += 1;
		form.insertListItem("metadata", { key: `new fact ${addedCount}`, name: "", value: "" });
	};
	return (
		<Section title="Tags and facts">
			<TagField form={form} />
			<fieldset className={`${classes.rows} ${classes.wide}`}>
				<legend className={classes.legend}>Facts of your own</legend>
				{metadata.map(({ key, name }, index) => (
					<div key={key} className={classes.fact}>
						<TextInput
							aria-label={`Name of fact ${index + 1}`}
							placeholder="Name"
							{...form.getInputProps(`metadata.${index}.name`)}
						/>
						<TextInput
							aria-label={`Value of fact ${index + 1}`}
							placeholder="Value"
							{...form.getInputProps(`metadata.${index}.value`)}
						/>
						<ActionIcon
							variant="subtle"
							color="gray"
							size={36}
							aria-label={`Remove fact ${name || index + 1}`}
							onClick={() => form.removeListItem("metadata", index)}
						>
							<IconTrash size={18} stroke={1.7} />
						</ActionIcon>
					</div>
				))}
				{form.errors.metadata && (
					<p className={classes.listError} role="alert">
						{form.errors.metadata}
					</p>
				)}
				<Button
					className={classes.add}
					variant="subtle"
					size="compact-md"
					leftSection={<IconPlus size={16} />}
					disabled={metadata.length >= mostFacts}
					onClick={add}
				>
					Add fact
				</Button>
			</fieldset>
		</Section>
	);
}
