import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { IntegrationKey, NewIntegrationKey } from "../../../shared/integration-key";
import { trpc } from "../../api/trpc";
import { ReplaceKey } from "../../forms/replace-key";
import classes from "./integrations.module.css";

type ReplaceKeyFormProps = {
	integration: IntegrationKey;
	onReplaced: (created: NewIntegrationKey) => void;
	onCancel: () => void;
};

export function ReplaceKeyForm({ integration, onReplaced, onCancel }: ReplaceKeyFormProps) {
	const queryClient = useQueryClient();
	const replacing = useMutation(
		trpc.account.rotateIntegrationKey.mutationOptions({
			// The answer holds the key: nothing keeps it once this form is gone.
			gcTime: 0,
			onSuccess: async (created) => {
				onReplaced(created);
				await queryClient.invalidateQueries(trpc.account.getIntegrationKeys.queryFilter());
			},
		}),
	);
	return (
		<ReplaceKey
			replacing={replacing}
			hasFormer={integration.previousKeyUntil !== null}
			onReplace={(graceSeconds) => replacing.mutate({ keyId: integration.id, graceSeconds })}
			onCancel={onCancel}
		>
			<p className={classes.lead}>
				<b>{integration.name}</b> gets a new key. Until you have entered it there, the one in use may go on working.
			</p>
		</ReplaceKey>
	);
}
