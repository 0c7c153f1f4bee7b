import { Radio } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { User } from "../../../shared/account/account";
import type { CreateApiKey } from "../../../shared/account/api-key";
import { groupList } from "../../api/queries";
import { MultiSelect } from "../../ui/form/select";
import { t } from "../../words/made/keys";
import classes from "./api-keys.module.css";

export type ScopeChoice = { sees: "all" | "some"; groupIds: string[] };

type Me = Pick<User, "scope">;

const shownGroups = 100;

export const firstScope = (me: Me): ScopeChoice => ({ sees: me.scope === "all" ? "all" : "some", groupIds: [] });

export const scopeOf = ({ sees, groupIds }: ScopeChoice): CreateApiKey["scope"] =>
	sees === "all" ? "all" : { groupIds };

type ScopeFieldsProps = {
	me: Me;
	value: ScopeChoice;
	error: string | undefined;
	onChange(chosen: ScopeChoice): void;
};

export function ScopeFields({ me, value, error, onChange }: ScopeFieldsProps) {
	const { data: groups = [] } = useQuery(groupList());
	const { sees, groupIds } = value;
	return (
		<>
			<Radio.Group
				label={t("devices")}
				value={sees}
				error={sees === "all" ? error : undefined}
				onChange={(chosen) => onChange({ groupIds, sees: chosen === "all" ? "all" : "some" })}
			>
				<div className={classes.choices}>
					<Radio
						value="all"
						label={t("allGroups")}
						description={me.scope === "all" ? t("everyDeviceIncludingThoseInNo") : t("youOnlySeeSomeGroupsSo")}
						disabled={me.scope !== "all"}
					/>
					<Radio value="some" label={t("onlySomeGroups")} description={t("theirDevicesWithTheirLogAlerts")} />
				</div>
			</Radio.Group>
			{sees === "some" && (
				<MultiSelect
					label={t("groups")}
					searchable
					withAsterisk
					hidePickedOptions
					limit={shownGroups}
					nothingFoundMessage={t("noGroupOfThatName")}
					data={groups.map(({ id, name }) => ({ value: id, label: name }))}
					value={groupIds}
					error={error}
					onChange={(chosen) => onChange({ sees, groupIds: chosen })}
				/>
			)}
		</>
	);
}
