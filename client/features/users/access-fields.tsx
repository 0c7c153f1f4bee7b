import { Radio } from "@mantine/core";
import { useId } from "react";
import type { User } from "../../../shared/account/account";
import { can, canGrant, Role } from "../../../shared/account/permissions";
import type { GroupListRow } from "../../../shared/device/group";
import { MultiSelect } from "../../ui/form/select";
import { t } from "../../words/made/account";
import type { AccessValues } from "./user-values";
import classes from "./users.module.css";

const shownGroups = 100;

type AccessFieldsProps = {
	values: AccessValues;
	errors: { role?: string | undefined; groupIds?: string | undefined };
	me: Pick<User, "role" | "scope">;
	groups: GroupListRow[];
	onChange: (change: Partial<AccessValues>) => void;
};

/** A role that the user may not assign stays listed with the reason. */
export function AccessFields({ values, errors, me, groups, onChange }: AccessFieldsProps) {
	const { role, sees, groupIds } = values;
	const hasFleet = can(role, "viewFleet");
	const seesAll = me.scope === "all";
	return (
		<>
			<Radio.Group
				label={t("role")}
				value={role}
				error={errors.role}
				onChange={(value) => {
					const chosen = Role.parse(value);
					onChange({
						role: chosen,
						...((chosen === "owner" || !can(chosen, "viewFleet")) && seesAll && { sees: "all" }),
					});
				}}
			>
				<div className={classes.choices}>
					{Role.options.map((option) => (
						<Choice
							key={option}
							value={option}
							label={t(`role.${option}`)}
							meaning={t(`role.${option}.help`)}
							denial={canGrant(me.role, option) ? null : t(`role.cannotGive.${me.role}`)}
						/>
					))}
				</div>
			</Radio.Group>
			<Radio.Group
				label={t("sees")}
				value={sees}
				error={sees === "all" ? errors.groupIds : undefined}
				onChange={(value) => onChange({ sees: value === "all" ? "all" : "some" })}
			>
				<div className={classes.choices}>
					<Choice
						value="all"
						label={hasFleet ? t("allGroups") : t("noDevices")}
						meaning={hasFleet ? t("scope.all.help") : t("scope.noDevices.help")}
						denial={seesAll ? null : t("scope.ownLimited")}
					/>
					<Choice
						value="some"
						label={t("onlySomeGroups")}
						meaning={t("scope.some.help")}
						denial={role === "owner" ? t("anOwnerSeesAllGroups") : null}
					/>
				</div>
			</Radio.Group>
			{sees === "some" && (
				<MultiSelect
					label={t("audit.field.groups")}
					searchable
					withAsterisk
					clearable
					hidePickedOptions
					limit={shownGroups}
					nothingFoundMessage={t("noGroupOfThatName")}
					clearButtonProps={{ "aria-label": t("clearGroups") }}
					data={groupChoices(groups, groupIds)}
					value={groupIds}
					error={errors.groupIds}
					onChange={(chosen) => onChange({ groupIds: chosen })}
				/>
			)}
		</>
	);
}

type ChoiceProps = { value: string; label: string; meaning: string; denial: string | null };

function Choice({ value, label, meaning, denial }: ChoiceProps) {
	const id = useId();
	return (
		<Radio
			value={value}
			label={label}
			disabled={denial !== null}
			aria-describedby={id}
			description={<span id={id}>{denial === null ? meaning : `${meaning} ${denial}`}</span>}
		/>
	);
}

function groupChoices(groups: GroupListRow[], chosen: string[]) {
	const gone = chosen.filter((id) => !groups.some((group) => group.id === id));
	return [
		...groups.map(({ id, name }) => ({ value: id, label: name })),
		...gone.map((id) => ({ value: id, label: t("aGroupThatIsGone") })),
	];
}
