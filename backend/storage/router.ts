import {
	PreviewRetention,
	SetAccountRetention,
	SetStorageContacts,
	SetWhenFull,
	TakeBackShortenings,
} from "../../shared/account/storage";
import { procedureFor, router } from "../base/trpc";
import { setAccountRetention, takeBackShortenings } from "./change-retention";
import { getShortenings, previewRetention } from "./preview-retention";
import { setStorageContacts, setWhenFull } from "./set-when-full";
import { getStorageOverview } from "./storage-overview";

export const storageRouter = router({
	getStorageOverview: procedureFor("viewStorage").query(({ ctx }) => getStorageOverview({ ctx, input: undefined })),
	previewRetention: procedureFor("editStorage").input(PreviewRetention).query(previewRetention),
	getShortenings: procedureFor("viewStorage").query(({ ctx }) => getShortenings({ ctx, input: undefined })),
	takeBackShortenings: procedureFor("editStorage").input(TakeBackShortenings).mutation(takeBackShortenings),
	setWhenFull: procedureFor("editStorage").input(SetWhenFull).mutation(setWhenFull),
	setStorageContacts: procedureFor("editStorage").input(SetStorageContacts).mutation(setStorageContacts),
	setAccountRetention: procedureFor("editStorage").input(SetAccountRetention).mutation(setAccountRetention),
});
