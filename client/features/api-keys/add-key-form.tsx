import { Radio, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { User } from "../../../shared/account/account";
import { ApiKeyAccess, apiKeyAccess, apiKeyDays, CreateApiKey, type NewApiKey } from "../../../shared/account/api-key";
import { canGrant } from "../../../shared/account/permissions";
import { groupList } from "../../api/queries";
import { trpc, trpcClient } from "../../api/trpc";
import { useEntityForm } from "../../forms/entity-form";
import { FormButtons, FormFailure } from "../../ui/form/buttons";
import { MultiSelect, Select } from "../../ui/form/select";
import { t } from "../../words/made/keys";
import classes from "./api-keys.module.css";
import { accessMeanings, accessTitles } from "./key-words";

type Values = { name: string; access: ApiKeyAccess; sees: "all" | "some"; groupIds: string[]; days: string };

const never = "never";
const shownGroups = 100;

type AddKeyFormProps = { me: Pick<User, "role" | "scope">; onMade: (made: NewApiKey) => void; onCancel: () => void };

export function AddKeyForm({ me, onMade, onCancel }: AddKeyFormProps) {
	const queryClient = useQueryClient();
	const { data: groups = [] } = useQuery(groupList());
	// Not a mutation of the query client: the response holds the key, which no cache may keep.
	const { form, formProps, isSaving, failure } = useEntityForm<Values, CreateApiKey, NewApiKey>({
		initialValues: { name: "", access: "read", sees: me.scope === "all" ? "all" : "some", groupIds: [], days: "365" },
		isCreation: true,
		schema: CreateApiKey,
		toInput: ({ name, access, sees, groupIds, days }) => ({
			name,
			access,
			scope: sees === "all" ? "all" : { groupIds },
			days: apiKeyDays.find((each) => String(each) === days) ?? null,
		}),
		save: (input) => trpcClient.account.createApiKey.mutate(input),
		fieldOf: (path) => (path === "scope" || path.startsWith("scope.") ? "groupIds" : path),
		onSaved: (made) => {
			onMade(made);
			void queryClient.invalidateQueries(trpc.account.getApiKeys.queryFilter());
		},
	});
	const { access, sees, groupIds, days } = form.getValues();
	const error = typeof form.errors.groupIds === "string" ? form.errors.groupIds : undefined;
	return (
		<form {...formProps} className={classes.view}>
			<TextInput
				label={t("name")}
				description={t("apiKey.name.help")}
				withAsterisk
				autoFocus
				{...form.getInputProps("name")}
			/>
			<Radio.Group
				label={t("permissions")}
				value={access}
				error={form.errors.access ?? form.errors.role}
				onChange={(value) => form.setFieldValue("access", ApiKeyAccess.parse(value))}
			>
				<div className={classes.choices}>
					{ApiKeyAccess.options.map((option) => (
						<Radio
							key={option}
							value={option}
							label={accessTitles[option]}
							description={accessMeanings[option]}
							disabled={!canGrant(me.role, apiKeyAccess[option].role)}
						/>
					))}
				</div>
			</Radio.Group>
			<Radio.Group
				label={t("devices")}
				value={sees}
				error={sees === "all" ? error : undefined}
				onChange={(value) => form.setFieldValue("sees", value === "all" ? "all" : "some")}
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
					withAsterisk
					searchable
					hidePickedOptions
					limit={shownGroups}
					nothingFoundMessage={t("noGroupOfThatName")}
					data={groups.map(({ id, name }) => ({ value: id, label: name }))}
					value={groupIds}
					error={error}
					onChange={(chosen) => form.setFieldValue("groupIds", chosen)}
				/>
			)}
			<Select
				label={t("expires")}
				value={days}
				data={[
					...apiKeyDays.map((each) => ({
						value: String(each),
						label: each === 365 ? t("apiKey.afterYear") : t("apiKey.afterDays", { days: each }),
					})),
					{ value: never, label: t("never") },
				]}
				onChange={(chosen) => form.setFieldValue("days", chosen)}
			/>
			<FormFailure failure={failure} />
			<FormButtons label={t("addAPIKey")} isBusy={isSaving} onCancel={onCancel} />
		</form>
	);
}
