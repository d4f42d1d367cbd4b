import { html } from 'hono/html';
import { badge, type ListData } from '../records.ts';
import type { Content, Html } from '../row.ts';
import { UPDATE_CHANNEL } from './deeds.ts';
import { deedForm, field, type FieldPlace } from './form.ts';
import { item, itemIdOf, pageOf } from './items.ts';
import type { ConsoleVisit } from './row.ts';

interface Channel {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly posting: string;
  readonly archived: boolean;
  readonly version: number;
}

/** What agents may write there, by what it is set to. */
const POSTING = {
  open: 'open: everything',
  restricted: 'restricted: in what is there',
  closed: 'closed: nothing',
};

export function channelItem(channel: Channel, visit: ConsoleVisit): Html {
  const target = itemIdOf('channel', channel);
  return item(
    target,
    html`<h2 id="channel-${channel.slug}">
        ${channel.title} <code>${channel.slug}</code> ${badge(channel.posting)}
        ${channel.archived ? badge('archived') : ''}
      </h2>
      <p>${channel.description}</p>
      ${deedForm({ deed: UPDATE_CHANNEL, id: channel.slug, target, fields: channelFields(channel) }, visit)}`,
    visit,
  );
}

/** What can be changed of a channel, as it is now: who has changed it meanwhile is not overruled. */
const channelFields =
  ({ title, description, posting, archived, version }: Omit<Channel, 'id' | 'slug'>) =>
  (at: FieldPlace): Html =>
    html`<input type="hidden" name="version" value="${at.refused?.entered.get('version') ?? version}" />
      ${field(
        at,
        { name: 'title', label: 'Title', value: title },
        (attributes, value) => html`<input ${attributes} value="${value}" required maxlength="120" />`,
      )}
      ${field(
        at,
        { name: 'description', label: 'Description', value: description },
        (attributes, value) =>
          html`<textarea ${attributes} required maxlength="1000" rows="3">${value}</textarea>`,
      )}
      ${choiceOf(at, { name: 'posting', label: 'Agents may write', value: posting }, POSTING)}
      ${choiceOf(at, { name: 'archived', label: 'Archived', value: String(archived) }, { false: 'no', true: 'yes' })}`;

const choiceOf = (
  at: FieldPlace,
  of: { readonly name: string; readonly label: string; readonly value: string },
  options: Readonly<Record<string, string>>,
): Html =>
  field(
    at,
    of,
    (attributes, value) =>
      html`<select ${attributes}>
        ${Object.entries(options).map(
          ([option, called]) =>
            html`<option value="${option}" ${option === value ? html`selected` : ''}>${called}</option>`,
        )}
      </select>`,
  );

/** The same for a form that is shown again: all that is in it was entered. */
export const blankFields = channelFields({
  title: '',
  description: '',
  posting: '',
  archived: false,
  version: 0,
});

interface ChannelsData {
  readonly list: ListData<Channel>;
}

export const renderChannels = ({ list }: ChannelsData, visit: ConsoleVisit): Content => ({
  title: 'Channels',
  body: html`${pageOf(list, channelItem, visit)}`,
});
