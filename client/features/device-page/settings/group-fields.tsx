import { MultiSelect } from "@mantine/core";
import type { Device } from "../../../../shared/device";
import type { GroupListRow } from "../../../../shared/group";
import { TextLink } from "../../../ui/layout/link";
import { Section } from "./section";
import classes from "./settings.module.css";
import type { FieldsProps } from "./settings-values";

type GroupFieldsProps = FieldsProps & {
	device: Device;
	groups: GroupListRow[];
	/** Why its groups may not be changed; null where they may. */
	refusal: string | null;
};

/** The groups it was put into; those that chose it by their filter are shown, and changed by what they look at. */
export function GroupFields({ form, device, groups, refusal }: GroupFieldsProps) {
	const choosing = groups.filter(({ id, kind }) => kind === "dynamic" && device.groupIds.includes(id));
	const choices = groups.filter(({ kind }) => kind === "static").map(({ id, name }) => ({ value: id, label: name }));
	return (
		<Section title="Groups">
			<div className={classes.wide}>
				<MultiSelect
					label="In the groups"
					data={choices}
					searchable
					disabled={refusal !== null}
					description={refusal}
					nothingFoundMessage="No group of this name"
					{...form.getInputProps("groupIds")}
				/>
				{choosing.length > 0 && (
					<div className={classes.choosing}>
						<p className={classes.help}>Also in these, whose filter it fits:</p>
						<div className={classes.tags}>
							{choosing.map(({ id, name }) => (
								<TextLink key={id} to="/groups/$groupId" params={{ groupId: id }} className={classes.tag}>
									{name}
								</TextLink>
							))}
						</div>
					</div>
				)}
			</div>
		</Section>
	);
}
